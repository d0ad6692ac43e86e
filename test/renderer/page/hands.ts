import type { FakeBridge } from '../fake-bridge.ts';
import type { Hands } from '../scenes/scene.ts';

const patienceMs = 20_000;

/** The hands of a scene: they act in the page as a user does, by the same events. */
export function makeHands(bridge: FakeBridge): Hands {
  async function until(holds: () => boolean, what = String(holds)): Promise<void> {
    const giveUpMs = Date.now() + patienceMs;
    while (!holds()) {
      if (Date.now() > giveUpMs) throw new Error(`waited in vain for ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  async function find<E extends HTMLElement>(selector: string): Promise<E> {
    await until(() => document.querySelector(selector) !== null, selector);
    return document.querySelector<E>(selector)!;
  }
  return {
    bridge,
    until,
    async see(selector) {
      await find(selector);
    },
    gone: (selector) => until(() => document.querySelector(selector) === null, `no ${selector}`),
    async scrollTo(selector) {
      (await find(selector)).scrollIntoView({ block: 'center' });
    },
    press(...keys) {
      for (const key of keys) press(key);
    },
    async click(selector) {
      (await find(selector)).click();
    },
    async fill(selector, text) {
      const field = await find<HTMLInputElement>(selector);
      field.focus();
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    async focus(selector) {
      (await find(selector)).focus();
    },
    async job(groupingId) {
      await until(() => {
        const { head } = bridge.jobs.get(groupingId) ?? {};
        return (
          head !== undefined &&
          (head.pause !== null || !['loaded', 'collecting'].includes(head.state))
        );
      });
      return bridge.jobs.get(groupingId)!;
    },
  };
}

function press(combination: string): void {
  const names = combination.split('+');
  const key = names.pop() ?? '';
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    cancelable: true,
    shiftKey: names.includes('Shift'),
    ctrlKey: names.includes('Control'),
  });
  // The browser's own reaction to Enter in a field does not follow a synthetic event.
  if (target.dispatchEvent(event) && key === 'Enter' && target instanceof HTMLInputElement) {
    target.form?.requestSubmit();
  }
}
