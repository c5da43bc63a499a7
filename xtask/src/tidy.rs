//! What the compiler does not check: sizes, imports, leftovers.

mod files;
mod functions;
mod source;

use std::fs;
use std::path::Path;

use crate::log::Log;

/// Checks every file that is tracked or could be, and prints what is wrong.
///
/// # Errors
/// How many complaints there are, if there are any.
pub(crate) fn check(root: &Path, log: &mut Log) -> Result<(), String> {
    let names = files::list(root, log)?;
    let systems = crate::systems(root)?;
    let mut complaints = Vec::new();
    let mut warnings = Vec::new();
    for name in &names {
        // A file that is listed but gone was deleted a moment ago; one that is not text has no lines to check.
        let Ok(text) = fs::read_to_string(root.join(name)) else {
            continue;
        };
        let findings = source::inspect(name, &text, &systems);
        complaints.extend(findings.complaints);
        warnings.extend(findings.warnings);
    }
    for warning in &warnings {
        log.line(format!("   warning: {warning}"));
    }
    for complaint in &complaints {
        log.line(format!("   {complaint}"));
    }
    log.line(format!("   {} files looked at", names.len()));
    match complaints.len() {
        0 => Ok(()),
        1 => Err("1 complaint".to_owned()),
        count => Err(format!("{count} complaints")),
    }
}

#[cfg(test)]
pub(crate) use source::inspect;
