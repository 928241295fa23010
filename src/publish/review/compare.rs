//! Two records of the same game, side by side.

/// A row of the comparison: the plies of both records that stand for the same move. `M` is a move,
/// or one that may be forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairedPly<M> {
    /// The ply of the first record, from 1, and its move; none where the first lacks one.
    pub left: Option<(usize, M)>,
    /// The same of the second.
    pub right: Option<(usize, M)>,
}

impl<M: PartialEq> PairedPly<M> {
    /// Whether both records have the same move here.
    pub fn agrees(&self) -> bool {
        matches!((&self.left, &self.right), (Some((_, left)), Some((_, right))) if left == right)
    }
}

/// Lays two lines of moves side by side with as many equal rows as possible, in their order.
///
/// Records have a few hundred plies, so the plain table of longest common parts is small.
pub fn compare<M: Copy + PartialEq>(left: &[M], right: &[M]) -> Vec<PairedPly<M>> {
    let width = right.len() + 1;
    let mut common = vec![0_u16; (left.len() + 1) * width];
    for i in (0..left.len()).rev() {
        for j in (0..right.len()).rev() {
            common[i * width + j] = if left[i] == right[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut rows = Vec::new();
    let mut lefts = Vec::new();
    let mut rights = Vec::new();
    loop {
        let both = i < left.len() && j < right.len();
        if both && left[i] == right[j] {
            flush(&mut rows, &mut lefts, &mut rights);
            rows.push(PairedPly {
                left: Some((i + 1, left[i])),
                right: Some((j + 1, right[j])),
            });
            i += 1;
            j += 1;
        } else if both && common[(i + 1) * width + j] < common[i * width + j + 1] {
            rights.push((j + 1, right[j]));
            j += 1;
        } else if i < left.len() {
            lefts.push((i + 1, left[i]));
            i += 1;
        } else if j < right.len() {
            rights.push((j + 1, right[j]));
            j += 1;
        } else {
            flush(&mut rows, &mut lefts, &mut rights);
            return rows;
        }
    }
}

/// What differs between two equal rows stands in the same rows as far as both have something.
fn flush<M: Copy>(
    rows: &mut Vec<PairedPly<M>>,
    lefts: &mut Vec<(usize, M)>,
    rights: &mut Vec<(usize, M)>,
) {
    for at in 0..lefts.len().max(rights.len()) {
        rows.push(PairedPly {
            left: lefts.get(at).copied(),
            right: rights.get(at).copied(),
        });
    }
    lefts.clear();
    rights.clear();
}

#[cfg(test)]
mod tests {
    use xiangqi::Move;

    use super::*;

    fn line(text: &str) -> Vec<Move> {
        text.split_whitespace()
            .map(|mv| mv.parse().unwrap())
            .collect()
    }

    #[test]
    fn a_move_left_out_shifts_one_side_only() {
        let left = line("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
        let right = line("h2e2 h9g7 h0g2 i0h0 b9c7");
        let rows = compare(&left, &right);
        assert_eq!(rows.len(), 6);
        assert_eq!(rows[3].left.map(|(ply, _)| ply), Some(4));
        assert_eq!(rows[3].right, None);
        assert_eq!(rows.iter().filter(|row| row.agrees()).count(), 5);
    }

    #[test]
    fn a_wrong_move_stands_beside_the_right_one() {
        let rows = compare(&line("h2e2 h9g7 h0g2"), &line("h2e2 b9c7 h0g2"));
        assert_eq!(rows.len(), 3);
        assert!(!rows[1].agrees() && rows[1].left.is_some() && rows[1].right.is_some());
        assert!(compare::<Move>(&[], &[]).is_empty());
        assert_eq!(compare(&line("h2e2"), &[]).len(), 1);
    }
}
