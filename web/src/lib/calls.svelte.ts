/** Calls whoever looks at another tab when it is his turn. The player turns it on, and the browser asks him once. */

const KEY = "fray.calls";

class Calls {
  on = $state(kept());

  async set(on: boolean): Promise<void> {
    this.on = on && typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted";
    try {
      localStorage.setItem(KEY, this.on ? "on" : "off");
    } catch {
      // A browser that keeps nothing calls until it is closed.
    }
  }

  /** It is the player's turn; said only where the page cannot be seen. */
  turn(title: string, question: string): void {
    if (!this.on || !document.hidden) return;
    const call = new Notification(title, { body: question, tag: "fray" });
    call.onclick = () => {
      window.focus();
      call.close();
    };
  }
}

function kept(): boolean {
  try {
    return (
      localStorage.getItem(KEY) === "on" && typeof Notification !== "undefined" && Notification.permission === "granted"
    );
  } catch {
    return false;
  }
}

export const calls = new Calls();
