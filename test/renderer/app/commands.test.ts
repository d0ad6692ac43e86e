import { expect, it } from 'vitest';
import { Commands } from '../../../src/renderer/app/commands.ts';
import { Scanner } from '../../../src/renderer/scanner/scanner.ts';

it('leaves the keys to the topmost dialog, and then to the one below, until the last has closed', () => {
  const ran: string[] = [];
  const commands = new Commands(new Scanner(() => undefined));
  const note = (name: string) => () => void ran.push(name);
  const press = (command: 'primary' | 'back') => commands.run(command, 'key');
  commands.on({ primary: note('screen'), back: note('screen') });
  const closeHelp = commands.restrict({ back: note('help') });
  const closeZoom = commands.restrict({ back: note('zoom') });
  expect([press('primary'), press('back')]).toEqual([false, true]);
  closeZoom();
  expect([press('primary'), press('back')]).toEqual([false, true]);
  expect(ran).toEqual(['zoom', 'help']);
  // In the other order: the one below closes first.
  const closeZoomAgain = commands.restrict({ back: note('zoom') });
  closeHelp();
  expect([press('primary'), press('back')]).toEqual([false, true]);
  closeZoomAgain();
  expect([press('primary'), press('back')]).toEqual([true, true]);
  expect(ran).toEqual(['zoom', 'help', 'zoom', 'screen', 'screen']);
});
