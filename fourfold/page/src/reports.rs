//! What a search reports while it runs.

use std::fmt;

use engine::StopFlag;
use serde_json::Value;

/// Where a search reports to.
pub struct Reports<'a> {
    send: &'a (dyn Fn(&str, &Value) + Sync),
    pub(crate) stop: StopFlag,
}

impl<'a> Reports<'a> {
    /// Reports are sent to a function, with the kind of each. The search ends when the flag is raised.
    pub fn new(send: &'a (dyn Fn(&str, &Value) + Sync), stop: StopFlag) -> Self {
        Self { send, stop }
    }

    pub(crate) fn send(&self, kind: &str, report: &Value) {
        (self.send)(kind, report);
    }
}

impl fmt::Debug for Reports<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reports").field("stop", &self.stop).finish_non_exhaustive()
    }
}
