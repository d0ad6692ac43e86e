import { join } from 'node:path';
import { app, dialog } from 'electron';

/** Asks where to save; null when the person changed their mind. */
export async function saveDialog(ask: {
  readonly defaultName: string;
  readonly extension: string;
}): Promise<string | null> {
  const answer = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('documents'), ask.defaultName),
    filters: [{ name: ask.extension.toUpperCase(), extensions: [ask.extension] }],
  });
  return answer.canceled || answer.filePath === '' ? null : answer.filePath;
}
