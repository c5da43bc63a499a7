use kernel::oracle::{Mind, Seated, Situation};
use kernel::*;
use sellsword::{Sellsword, cards, muster};
struct R(Whim);
impl Mind<Sellsword> for R {
    fn decide(&mut self, _: &Situation<'_, Sellsword>, _: &Ask, q: &dyn Question) -> Answer {
        q.sample(&mut self.0)
    }
}
fn main() {
    let pack = cards::core();
    let n: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(2000);
    let aloud = std::env::args().nth(2).is_some();
    let bands: Vec<_> = pack.warbands.iter().filter(|b| b.scenario.text() == "standard").collect();
    let mut setups = Vec::new();
    for a in &bands {
        for b in &bands {
            if a.id != b.id {
                setups.push(Setup {
                    scenario: "standard".into(),
                    sides: vec![muster::line(a), muster::line(b)],
                    ..Setup::default()
                });
            }
        }
    }
    let starts: Vec<_> = setups.iter().map(|s| Sellsword::begin(&pack, s).unwrap()).collect();
    let mut minds: Vec<Box<dyn Mind<Sellsword>>> = vec![Box::new(R(Whim::new(1))), Box::new(R(Whim::new(2)))];
    let (mut scratch, mut facts) = (Default::default(), Vec::new());
    let mut log = if aloud { Log::on() } else { Log::off() };
    let mut decisions = 0;
    let mut rounds = 0u64;
    let mut steps = 0u64;
    let t0 = std::time::Instant::now();
    for i in 0..n {
        let start = &starts[i as usize % starts.len()];
        let mut state = start.clone();
        let mut cup = Cup::new(Seed::from_number(i));
        let mut thrown = 0;
        log.clear();
        while state.outcome.is_none() {
            let mut o = Seated::<Sellsword> {
                minds: &mut minds,
                cup: &mut cup,
                checkpoint: start,
                facts: &mut facts,
                keep_facts: false,
                thrown: &mut thrown,
                decisions: &mut decisions,
            };
            let mut t = Table::<Sellsword> { state: &mut state, oracle: &mut o, log: &mut log, scratch: &mut scratch };
            Sellsword::step(&mut t).unwrap();
            steps += 1;
        }
        rounds += state.round as u64;
    }
    let s = t0.elapsed().as_secs_f64();
    println!(
        "{n} battles {decisions} decisions {:.0} dec/s {:.0} battles/s  {:.1} rounds, {:.1} steps/dec",
        decisions as f64 / s,
        n as f64 / s,
        rounds as f64 / n as f64,
        steps as f64 / decisions as f64
    );
    let t0 = std::time::Instant::now();
    let mut keep = 0;
    for _ in 0..100000 {
        let c = std::hint::black_box(&starts[0]).clone();
        keep += c.units.len();
    }
    println!("clone {:.0} ns ({keep})", t0.elapsed().as_nanos() as f64 / 100000.0);
}
