//! Every system that is [`Campaigned`] has a [`Campaign`].

use super::{Campaign, Campaigned, File, Roster, Stage};
use crate::play::{Play, verified};
use crate::{Failure, Live, Ready, Scenario, Story, Verified, story, unknown};
use kernel::record::Mismatch;
use kernel::{Battle, Problem, Record, Seed, Setup, System, slug, so_many};

impl<S: Campaigned> Play<S> {
    fn bands(&self, pack: &S::Pack, files: &[File]) -> Result<Vec<S::Band>, Failure> {
        let (mut bands, mut lines) = (Vec::new(), Vec::new());
        for file in files {
            match S::read(pack, &file.name, &file.text) {
                Ok(band) => bands.push(band),
                Err(problems) => lines.extend(problems.iter().map(ToString::to_string)),
            }
        }
        if lines.is_empty() { Ok(bands) } else { Err(Failure { no: false, lines }) }
    }

    fn written(&self, before: &[S::Band], after: &<S::After as System>::State) -> Vec<String> {
        let pack = self.pack();
        S::bands(before, after).iter().map(|band| S::write(&pack, band)).collect()
    }
}

impl<S: Campaigned> Campaign for Play<S> {
    fn system(&self) -> &'static str {
        S::NAME
    }

    fn after(&self) -> &'static str {
        <S::After as System>::NAME
    }

    fn title(&self) -> &'static str {
        S::TITLE
    }

    fn warbands(&self) -> Vec<Ready> {
        let pack = self.pack();
        S::warbands(&pack).into_iter().filter(|ready| S::ready(&pack, &ready.id).is_some()).collect()
    }

    fn stages(&self) -> Vec<Stage> {
        <S as Campaigned>::stages(&self.pack())
    }

    fn scenarios(&self, files: &[File]) -> Vec<Scenario> {
        let pack = self.pack();
        let mut all = S::scenarios(&pack);
        let Ok(bands) = self.bands(&pack, files) else { return all };
        if all.iter().any(|one| S::suits(&pack, &bands, &one.id)) {
            all.retain(|one| S::suits(&pack, &bands, &one.id));
        }
        all
    }

    fn ready(&self, id: &str) -> Result<File, Failure> {
        let pack = self.pack();
        match S::ready(&pack, id) {
            Some(band) => Ok(File { name: format!("{id}.toml"), text: S::write(&pack, &band) }),
            None => {
                let known = Campaign::warbands(self);
                Err(Failure::bad(unknown("warband", id, known.iter().map(|ready| ready.id.as_str()))))
            }
        }
    }

    fn roster(&self, file: &File) -> Result<Roster, Vec<pack::Problem>> {
        let pack = self.pack();
        S::read(&pack, &file.name, &file.text).map(|band| S::roster(&pack, &band))
    }

    fn status(&self, file: &File) -> Result<Vec<String>, Failure> {
        let problems =
            |list: Vec<pack::Problem>| Failure { no: false, lines: list.iter().map(ToString::to_string).collect() };
        Ok(lines(&Campaign::roster(self, file).map_err(problems)?))
    }

    fn setup(&self, scenario: &str, files: &[File]) -> Result<Setup, Failure> {
        let pack = self.pack();
        let bands = self.bands(&pack, files)?;
        let sides = bands.iter().map(|band| S::line(&pack, band)).collect();
        let options = <S as Campaigned>::options(&pack, &bands);
        Ok(Setup { scenario: scenario.to_owned(), sides, options, ..Setup::default() })
    }

    fn aftermath(&self, files: &[File], record: &Record) -> Result<Setup, Failure> {
        let pack = self.pack();
        let bands = self.bands(&pack, files)?;
        let battle = record.verify::<S>(&pack).map_err(|mismatch| Failure::no(mismatch.to_string()))?;
        if battle.outcome().is_none() {
            return Err(Failure::no("the battle of this record is not over"));
        }
        let lines: Vec<String> = bands.iter().map(|band| S::line(&pack, band)).collect();
        if lines != battle.setup().sides {
            return Err(Failure::no("this record is of other warbands, or they have changed since"));
        }
        Ok(S::report(&pack, &bands, &battle))
    }

    fn begin(&self, setup: Setup, seed: Option<Seed>) -> Result<Box<dyn Live>, Vec<Problem>> {
        Ok(Box::new(Battle::<S::After>::begin(&self.pack(), setup, seed)?))
    }

    fn replay_while(&self, record: &Record, go_on: &mut dyn FnMut() -> bool) -> Result<Box<dyn Live>, Mismatch> {
        Ok(Box::new(record.verify_while::<S::After>(&self.pack(), go_on)?))
    }

    fn verify(&self, record: &Record) -> Result<Verified, Mismatch> {
        Ok(verified(record, &record.verify::<S::After>(&self.pack())?))
    }

    fn story(&self, record: &Record) -> Result<Story, Mismatch> {
        Ok(story::tell(&record.verify::<S::After>(&self.pack())?))
    }

    fn files(&self, before: &[File], live: &dyn Live) -> Result<Vec<File>, Failure> {
        let after = live.any().downcast_ref::<Battle<S::After>>();
        let after = after.ok_or_else(|| Failure::bad("this is no aftermath of the campaign"))?;
        let bands = self.bands(&self.pack(), before)?;
        let texts = self.written(&bands, after.state()).into_iter();
        Ok(before.iter().zip(texts).map(|(file, text)| File { name: file.name.clone(), text }).collect())
    }
}

/// A roster for the command line.
fn lines(roster: &Roster) -> Vec<String> {
    let size: u32 = roster.members.iter().map(|member| u32::from(member.count)).sum();
    let totals = roster.totals.iter().map(|total| format!("{} {}", slug(total.name).replace('-', " "), total.value));
    let head = std::iter::once(so_many(size, "warrior", "warriors")).chain(totals).collect::<Vec<_>>().join(", ");
    let mut lines = vec![format!("{} ({}): {head}", roster.title, roster.kind)];
    for member in &roster.members {
        let marks: Vec<&str> = member.marks.iter().map(|mark| mark.text.as_str()).collect();
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join("; ")) };
        lines.push(format!(
            "  {} x {}, experience {}: {}{marks}",
            member.count,
            member.name,
            member.experience,
            member.gear.join(", ")
        ));
    }
    if !roster.stash.is_empty() {
        lines.push(format!("  stash: {}", roster.stash.join(", ")));
    }
    lines.extend(roster.history.iter().map(|line| format!("  {line}")));
    lines.extend(roster.problems.iter().map(|problem| format!("  not legal: {problem}")));
    lines
}
