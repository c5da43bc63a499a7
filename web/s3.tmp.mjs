import { make, play, open } from "./shots.tmp.mjs";
const m = await make(); const tok = m.seats[0].token;
const r = await play(tok, (q, s) => q.prompt === "declare" && s.scene.clock.round >= 2 && q.options.length > 6);
console.log(r.n, r.refused, r.prompts, r.s.request?.title, r.s.request?.options.length, r.s.outcome);
let { b, p } = await open(tok); await p.screenshot({ path: "/tmp/d1.png" });
await p.locator(".acts button").first().click({timeout:4000}); await p.locator(".opts li button").first().click(); await p.waitForTimeout(700);
console.log(await p.evaluate(() => [...document.querySelectorAll("svg.board [data-mark]")].map((e) => [e.dataset.mark, e.getAttribute("d")?.slice(0, 60), getComputedStyle(e).stroke, getComputedStyle(e).strokeWidth])));
await p.screenshot({ path: "/tmp/d2.png" });
await b.close();
