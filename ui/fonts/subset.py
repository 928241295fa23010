"""Cuts the terminal's and the web pages' fonts out of Noto Serif SC (OFL-1.1, see OFL.txt).

    npm pack @expo-google-fonts/noto-serif-sc@0.4.3 && tar xzf expo-google-fonts-noto-serif-sc-0.4.3.tgz
    pip install fonttools brotli
    python3 ui/fonts/subset.py package

The results are committed, so that building Qipu needs none of this. Run it again when
`cargo test -p qipu-ui` names a character that a font lacks.

The families get names of their own: a terminal with Noto Serif SC installed in another weight
still shows these faces. The digits are made equally wide, so that a running clock stands still.
"""

import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

FONTS = pathlib.Path(__file__).parent
UI = FONTS.parent
PIECES = "帥將仕士相象俥車傌馬炮砲兵卒帅将车马"
RIVER = "楚河漢界"
NOTATION = "一二三四五六七八九１２３４５６７８９进退平前中后"
SIGNS = "　、。，．：；！？（）《》“”…—–·×→←↑↓△▽▲▼●○◐■□◀▶½✓"


def gb2312(first, last):
    """The characters of GB 2312 from row `first` to row `last`."""
    found = set()
    for row in range(first, last + 1):
        for cell in range(1, 95):
            try:
                found.add(bytes([0xA0 + row, 0xA0 + cell]).decode("gb2312"))
            except UnicodeDecodeError:
                pass
    return found


def ui_texts():
    """Every character of the screens, their translations and the Rust string tables."""
    files = [*UI.rglob("*.slint"), *UI.rglob("*.po"), *UI.parent.glob("src/kiosk/**/*.rs")]
    files += [*UI.parent.glob("src/xiangqi/notation/*.rs"), UI.parent / "src/xiangqi/illegal.rs"]
    return {c for file in files for c in file.read_text(encoding="utf-8") if c.isprintable()}


def equal_digits(font):
    """Gives the ten digits one advance width."""
    cmap, metrics, glyphs = font.getBestCmap(), font["hmtx"], font["glyf"]
    names = [cmap[ord(digit)] for digit in "0123456789"]
    width = max(metrics[name][0] for name in names)
    for name in names:
        advance, bearing = metrics[name]
        shift = (width - advance) // 2
        glyphs[name].coordinates.translate((shift, 0))
        glyphs[name].recalcBounds(glyphs)
        metrics[name] = (width, bearing + shift)


def cut(source, characters, family, target, flavor=None):
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = ["*"]
    options.flavor = flavor
    font = subset.load_font(str(source), options)
    missing = sorted(c for c in characters if ord(c) not in font.getBestCmap())
    if missing:
        print(f"{target.name}: the source has no {''.join(missing)}")
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(characters))
    subsetter.subset(font)
    if "0" in characters:
        equal_digits(font)
    for record in font["name"].names:
        if record.nameID in (1, 16):
            record.string = family
        elif record.nameID in (4, 6):
            record.string = family.replace(" ", "")
    font["name"].names = [r for r in font["name"].names if r.nameID in (0, 1, 2, 4, 5, 6, 13, 14)]
    subset.save_font(font, str(target), options)
    print(f"{target.relative_to(FONTS)}: {len(characters)} characters, {target.stat().st_size} bytes")


def main(package):
    package = pathlib.Path(package)
    medium = package / "500Medium" / "NotoSerifSC_500Medium.ttf"
    regular = package / "400Regular" / "NotoSerifSC_400Regular.ttf"
    bold = package / "700Bold" / "NotoSerifSC_700Bold.ttf"
    ascii_ = {chr(c) for c in range(0x20, 0x7F)}
    always = ascii_ | set(PIECES + RIVER + NOTATION + SIGNS)
    tongyong = (FONTS / "tongyong.txt").read_text(encoding="utf-8")
    names = {c for c in tongyong if not c.isspace()}
    everything = always | gb2312(1, 9) | gb2312(16, 87) | names | ui_texts()
    cut(medium, everything, "Qipu Text", FONTS / "QipuText.ttf")
    cut(bold, always | ui_texts(), "Qipu Display", FONTS / "QipuDisplay.ttf")
    # The pages take the common half at once and the rare half only when a page needs it.
    common = always | gb2312(1, 3) | gb2312(16, 55)
    cut(regular, common, "Qipu Serif", FONTS / "web" / "qipu-common.woff2", "woff2")
    cut(regular, everything - common, "Qipu Serif Rare", FONTS / "web" / "qipu-rare.woff2", "woff2")


main(sys.argv[1])
