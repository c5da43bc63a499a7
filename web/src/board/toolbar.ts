/** Buttons that are one stop of the keyboard: the arrows go from one to the next. */
export function toolbar(node: HTMLElement): { destroy(): void } {
  let at: HTMLButtonElement | undefined;
  const all = () => [...node.querySelectorAll("button")].filter((one) => one.offsetParent !== null);
  const mend = () => {
    const list = all();
    if (!at || !list.includes(at)) at = list[0];
    for (const one of list) one.tabIndex = one === at ? 0 : -1;
  };
  const focus = (event: FocusEvent) => {
    at = (event.target as Element).closest("button") ?? at;
    mend();
  };
  const keys = (event: KeyboardEvent) => {
    const by = ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 } as Record<string, number>)[event.key];
    const list = all();
    if (!by || !at || list.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    list[(list.indexOf(at) + by + list.length) % list.length]?.focus();
  };
  const watcher = new MutationObserver(mend);
  watcher.observe(node, { childList: true, subtree: true });
  const wide = new ResizeObserver(mend);
  wide.observe(node);
  node.addEventListener("focusin", focus);
  node.addEventListener("keydown", keys);
  mend();
  return {
    destroy() {
      watcher.disconnect();
      wide.disconnect();
      node.removeEventListener("focusin", focus);
      node.removeEventListener("keydown", keys);
    },
  };
}
