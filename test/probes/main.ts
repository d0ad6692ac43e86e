/** Asks all questions and writes the answers into the file that DOCA_PROBES names. */
import { writeFileSync } from 'node:fs';
import { app } from 'electron';
import { questions, removeFolder } from './questions.ts';

type Answer = 'yes' | 'no' | 'throws' | 'late';

/** The answer is no if an event does not come by then. */
const lateMs = 10_000;

async function answer(ask: () => boolean | Promise<boolean>): Promise<Answer> {
  const late = new Promise<Answer>((resolve) => {
    setTimeout(() => resolve('late'), lateMs).unref();
  });
  const asked = Promise.resolve()
    .then(ask)
    .then(
      (is): Answer => (is ? 'yes' : 'no'),
      (): Answer => 'throws',
    );
  return Promise.race([asked, late]);
}

const path = process.env['DOCA_PROBES'] ?? 'answers.json';
void app.whenReady().then(async () => {
  const answers: Record<string, Answer> = {};
  for (const { name, ask } of questions) answers[name] = await answer(ask);
  writeFileSync(path, `${JSON.stringify(answers, null, 2)}\n`);
  removeFolder();
  app.exit(0);
});
