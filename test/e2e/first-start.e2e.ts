import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launch } from './harness.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-first-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles the built main with a double that records each question and chooses the last answer. */
function build(): string {
  cpSync(join(root, 'out'), join(folder, 'out'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'resources/fonts'), join(folder, 'resources/fonts'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const entry = join(folder, 'out/main/answered.js');
  const code = `
    import { writeFileSync } from 'node:fs';
    import { dialog } from 'electron';
    dialog.showMessageBox = async (question) => {
      writeFileSync(${JSON.stringify(join(folder, 'asked.json'))}, JSON.stringify(question));
      return { response: question.buttons.length - 1, checkboxChecked: false };
    };
    await import('./index.js');
  `;
  writeFileSync(entry, code);
  return entry;
}

/** Returns a home in which another version worked, whatever the keychain did. */
function home(): string {
  const data = join(folder, 'home', 'data');
  mkdirSync(data, { recursive: true });
  const good = { version: '0.0.1', failing: ['keychain'] };
  writeFileSync(join(data, 'versions.json'), JSON.stringify({ good }));
  return join(folder, 'home');
}

const remembered = (): unknown =>
  JSON.parse(readFileSync(join(folder, 'home/data/versions.json'), 'utf8'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

it('an update that cannot read labels reports it before the window, and continues on request', async () => {
  const entry = build();
  writeFileSync(join(folder, 'out/main/label-process.js'), "import './gone.js';");
  const app = await launch({ entry, home: home() });
  await app.page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
  const asked = JSON.parse(readFileSync(join(folder, 'asked.json'), 'utf8')) as unknown;
  expect(asked).toMatchObject({
    message: `A Doca foi atualizada para a versão ${version}, e algo parou de funcionar.`,
    detail: expect.stringContaining('etiquetas') as string,
    buttons: ['Continuar assim mesmo'],
  });
  await app.close({ keepHome: true });
  expect(remembered()).toMatchObject({ good: { version: '0.0.1' } });
});

it('a complete update reports nothing, and is remembered as good', async () => {
  const app = await launch({ entry: build(), home: home() });
  await app.page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
  await expect.poll(remembered).toMatchObject({ good: { version } });
  await app.close({ keepHome: true });
  expect(() => readFileSync(join(folder, 'asked.json'))).toThrow('ENOENT');
});
