import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliveredFuses } from './fuses.ts';

/** The permissions that Electron's own Info.plist asks for; Doca removes most of them. */
const asked = [
  'NSAudioCaptureUsageDescription',
  'NSBluetoothAlwaysUsageDescription',
  'NSCameraUsageDescription',
];

/**
 * A folder that electron-builder takes for Electron on macOS: its apps, links and fuses, but no
 * browser.
 */
export function writeMacStandIn(folder: string): void {
  const contents = join(folder, 'Electron.app/Contents');
  writeApp(contents, 'Electron', asked);
  const framework = join(contents, 'Frameworks/Electron Framework.framework');
  const version = join(framework, 'Versions/A');
  for (const place of [join(contents, 'Resources'), join(version, 'Resources')]) {
    for (const language of ['pt_BR', 'en', 'de'])
      write(join(place, `${language}.lproj/locale.pak`), language);
  }
  write(join(version, 'Electron Framework'), deliveredFuses);
  symlinkSync('A', join(framework, 'Versions/Current'));
  for (const name of ['Electron Framework', 'Resources']) {
    symlinkSync(`Versions/Current/${name}`, join(framework, name));
  }
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const name = `Electron Helper${kind}`;
    writeApp(join(contents, `Frameworks/${name}.app/Contents`), name, []);
  }
}

function writeApp(contents: string, name: string, usages: readonly string[]): void {
  const entries = {
    CFBundleExecutable: name,
    CFBundleIdentifier: 'com.github.Electron',
    CFBundleName: name,
    CFBundlePackageType: 'APPL',
    LSMinimumSystemVersion: '13.0',
    ...Object.fromEntries(usages.map((usage) => [usage, 'asked by Electron'])),
  };
  const lines = Object.entries(entries).map(
    ([key, value]) => `<key>${key}</key><string>${value}</string>`,
  );
  write(
    join(contents, 'Info.plist'),
    `<?xml version="1.0"?><plist version="1.0"><dict>${lines.join('')}</dict></plist>`,
  );
  write(join(contents, 'MacOS', name), '#!/bin/sh\n', 0o755);
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text, { encoding: 'latin1', mode });
}
