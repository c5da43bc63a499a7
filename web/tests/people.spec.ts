import { expect, test } from "@playwright/test";
import { answer, battle, clean, decision, moved, seat, turn } from "./hands.ts";

test("two browsers meet over an invite link", async ({ browser }) => {
  const [here, there] = [
    await browser.newContext({ reducedMotion: "reduce" }),
    await browser.newContext({ reducedMotion: "reduce" }),
  ];
  const [a, b] = [await here.newPage(), await there.newPage()];
  await a.goto("/");
  await a.getByRole("button", { name: /Invite by link/ }).click();
  const link = await a.getByRole("textbox", { name: "Your friend's seat" }).inputValue();
  expect(link).toMatch(/#\/battle\/\w+$/);
  await b.goto(link);
  for (let n = 0; n < 8; n++) {
    await expect
      .poll(async () => (await decision(a).count()) + (await decision(b).count()), { timeout: 20_000 })
      .toBeGreaterThan(0);
    const page = (await decision(a).count()) > 0 ? a : b;
    const other = page === a ? b : a;
    // The same question stands on both sides, with answers on one.
    await expect(other.locator(".req .acts, .req .opts, .req .two")).toHaveCount(0);
    const moment = (await turn(page))!;
    await answer(page);
    await moved(page, moment);
    await expect(other.locator(`.req[data-moment="${moment}"]`)).toHaveCount(0);
  }
  await here.close();
  await there.close();
});

test("between people a fallen die is taken back only by consent", async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const [a, b] = [await context.newPage(), await context.newPage()];
  const made = await battle(a, { players: ["human", "human"] });
  await a.goto(seat(made.seats[0]!.token));
  await b.goto(seat(made.seats[1]!.token));
  const ask = async () => {
    for (const page of [a, b])
      if (
        await page
          .locator(".undo")
          .getByText(/they are asked/)
          .isVisible()
      )
        return page;
    return null;
  };
  let asker = null;
  for (let n = 0; n < 60 && !asker; n++) {
    await expect.poll(async () => (await decision(a).count()) + (await decision(b).count())).toBeGreaterThan(0);
    const page = (await decision(a).count()) > 0 ? a : b;
    const moment = (await turn(page))!;
    await answer(page);
    await moved(page, moment);
    asker = await ask();
  }
  expect(asker).not.toBeNull();
  const other = asker === a ? b : a;
  await asker!.keyboard.press("u");
  await expect(asker!.locator(".undo")).toContainText("Asked");
  await expect(other.getByRole("heading", { name: /asks to take back: \S/ })).toBeVisible();
  await other.getByRole("button", { name: /Refuse/ }).click();
  await expect(other.getByRole("heading", { name: /asks to take back: \S/ })).toHaveCount(0);
  await asker!.keyboard.press("u");
  const before = await other
    .locator(".req")
    .getAttribute("data-moment")
    .catch(() => "");
  await other.getByRole("button", { name: /Allow/ }).click();
  await expect(other.getByRole("heading", { name: /asks to take back: \S/ })).toHaveCount(0);
  expect(await other.locator(".req").getAttribute("data-moment")).not.toBe(before);
  await context.close();
});

test("a tab that fell behind is refused and shown the present", async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const [a, b] = [await context.newPage(), await context.newPage()];
  const made = await battle(a);
  // The second tab hears nothing of what happens after its first state.
  let deaf = false;
  await b.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!deaf) socket.send(message);
    });
  });
  await a.goto(seat(made.seats[0]!.token));
  await b.goto(seat(made.seats[0]!.token));
  await turn(b);
  const moment = (await turn(a))!;
  deaf = true;
  await answer(a);
  await moved(a, moment);
  await turn(a);
  const present = {
    moment: await decision(a).getAttribute("data-moment"),
    title: await decision(a).locator("h2").innerText(),
  };
  expect(await decision(b).getAttribute("data-moment"), "the second tab has fallen behind").toBe(moment);
  deaf = false;
  await answer(b);
  await expect(b.getByRole("alert")).toContainText("moved on");
  await clean(b);
  // The old answer changed nothing, and the tab shows how the battle stands now.
  await expect(decision(b)).toHaveAttribute("data-moment", present.moment!);
  await expect(decision(b).locator("h2")).toHaveText(present.title);
  expect(await decision(a).getAttribute("data-moment")).toBe(present.moment);
  await context.close();
});

test("a foreign token opens nothing", async ({ page }) => {
  await page.goto(seat("aaaaaaaaaaaaaaaaaaaaaaaaaa"));
  await expect(page.getByRole("heading", { name: "This seat does not exist." })).toBeVisible();
  await expect(page.locator("svg.board")).toHaveCount(0);
  // Neither a wrong token nor that of an onlooker does anything.
  const made = await battle(page, { players: ["human", "human"] });
  const talk = (token: string, message: object) =>
    page.evaluate(
      ({ token, message }) =>
        new Promise<string>((done) => {
          const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${token}`);
          socket.onclose = (event) => done(`closed ${event.code}`);
          socket.onmessage = (event) => {
            const heard = JSON.parse(String(event.data)) as {
              type: string;
              text?: string;
              request?: { options: unknown[]; ways: unknown[]; marks: unknown[] };
            };
            if (heard.type === "state") {
              if ((heard.request?.options.length ?? 0) + (heard.request?.ways.length ?? 0) > 0)
                done("it is shown answers");
              socket.send(JSON.stringify(message));
            }
            if (heard.type === "refused") {
              done(heard.text ?? "");
              socket.close();
            }
          };
        }),
      { token, message },
    );
  const wrong = `${made.seats[0]!.token.slice(0, -1)}${made.seats[0]!.token.endsWith("a") ? "b" : "a"}`;
  expect(await talk(wrong, { type: "ping" })).toBe("closed 4404");
  expect((await page.request.get(`/api/records/${wrong}`)).status()).toBe(404);
  expect(await talk(made.watch, { type: "answer", moment: 0, line: "pass" })).toBe("this link only looks on");
  expect(await talk(made.watch, { type: "undo" })).toBe("this link only looks on");
  await page.goto(seat(made.watch));
  await expect(page.getByText("You watch")).toBeVisible();
  await expect(page.locator(".acts, .opts, .two")).toHaveCount(0);
});

test("two players share one screen", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /Two players, one screen/ }).click();
  const names = new Set<string>();
  for (let n = 0; n < 40 && names.size < 2; n++) {
    const moment = (await turn(page))!;
    names.add(await decision(page).locator(".side").innerText());
    await answer(page);
    await moved(page, moment);
  }
  expect(names.size).toBe(2);
});
