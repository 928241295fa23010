//! Roles and actions: one table, from which the desk admits, the page of roles is drawn and the
//! tests are made.

use Role::{Arbiter, ChiefArbiter, PairingOfficer, RecordKeeper, Registrar, Treasurer, Viewer};

/// What a person at the desk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// 裁判长
    ChiefArbiter,
    /// 裁判
    Arbiter,
    /// 编排
    PairingOfficer,
    /// 棋谱员
    RecordKeeper,
    /// 报名员
    Registrar,
    /// 财务
    Treasurer,
    /// 旁观
    Viewer,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 7] = [
        ChiefArbiter,
        Arbiter,
        PairingOfficer,
        RecordKeeper,
        Registrar,
        Treasurer,
        Viewer,
    ];

    /// Its code in the database.
    pub const fn code(self) -> &'static str {
        match self {
            ChiefArbiter => "chief_arbiter",
            Arbiter => "arbiter",
            PairingOfficer => "pairing_officer",
            RecordKeeper => "record_keeper",
            Registrar => "registrar",
            Treasurer => "treasurer",
            Viewer => "viewer",
        }
    }

    /// The role of a code.
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.code() == code)
    }

    /// Its name, Chinese and English.
    pub const fn name(self) -> (&'static str, &'static str) {
        match self {
            ChiefArbiter => ("裁判长", "chief arbiter"),
            Arbiter => ("裁判", "arbiter"),
            PairingOfficer => ("编排", "pairing officer"),
            RecordKeeper => ("棋谱员", "record keeper"),
            Registrar => ("报名员", "registrar"),
            Treasurer => ("财务", "treasurer"),
            Viewer => ("旁观", "viewer"),
        }
    }
}

macro_rules! actions {
    ($($name:ident, $code:literal, $zh:literal, $en:literal, [$($role:ident),+];)+) => {
        /// What can be done or seen at the desk.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Action {
            $(#[doc = $en] $name,)+
        }

        impl Action {
            /// Every action.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Its code in the audit log.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }

            /// Its name, Chinese and English.
            pub const fn name(self) -> (&'static str, &'static str) {
                match self { $(Self::$name => ($zh, $en),)+ }
            }

            /// Who may.
            pub const fn roles(self) -> &'static [Role] {
                match self { $(Self::$name => &[$($role),+],)+ }
            }
        }
    };
}

actions! {
    SeeDesk, "desk.see", "看裁判台", "see the desk",
        [ChiefArbiter, Arbiter, PairingOfficer, RecordKeeper, Registrar, Treasurer, Viewer];
    CreateEvent, "event.create", "建立比赛", "make the event", [ChiefArbiter];
    EnterResult, "result.enter", "登记和确认成绩", "enter and confirm results",
        [ChiefArbiter, Arbiter];
    CloseRound, "round.close", "结束一轮", "close a round", [ChiefArbiter, PairingOfficer];
    PairRound, "round.pair", "编排、调整", "pair and adjust", [ChiefArbiter, PairingOfficer];
    PublishRound, "round.publish", "公布编排", "publish a pairing",
        [ChiefArbiter, PairingOfficer];
    Rule, "game.rule", "裁决、犯规、调钟", "rule, note fouls, set clocks",
        [ChiefArbiter, Arbiter];
    HandOver, "game.hand_over", "换终端", "give a game to another terminal",
        [ChiefArbiter, Arbiter];
    WaiveRecord, "record.waive", "免录棋谱", "waive a record", [ChiefArbiter];
    CorrectRecord, "record.correct", "校订棋谱", "correct records",
        [ChiefArbiter, RecordKeeper];
    PublishRecord, "record.publish", "发布棋谱", "publish records",
        [ChiefArbiter, RecordKeeper];
    EditPeople, "people.edit", "报名、报到、退赛", "enter, check in and withdraw people",
        [ChiefArbiter, Registrar];
    SeePersonal, "personal.see", "看个人信息", "see personal data", [Registrar, Treasurer];
    PayOut, "prize.pay", "导出奖金表", "export the payout sheet", [Treasurer];
    Forget, "personal.forget", "删除个人信息", "remove personal data", [Treasurer, Registrar];
    Decide, "event.decide", "答规程留下的问题", "answer what the regulation leaves open",
        [ChiefArbiter];
    ManageTerminals, "terminal.manage", "管理终端", "manage terminals",
        [ChiefArbiter, Arbiter];
    ManageAccounts, "account.manage", "管理帐号", "manage accounts", [ChiefArbiter];
    ReadAudit, "audit.read", "看操作记录", "read the audit log", [ChiefArbiter];
    BackUp, "backup.run", "备份", "back up", [ChiefArbiter];
}

impl Action {
    /// Whether one of these roles may.
    pub fn is_open_to(self, roles: &[Role]) -> bool {
        self.roles().iter().any(|role| roles.contains(role))
    }
}
