import { createFakeBridge, defaultFake } from '../fake-bridge.ts';
import type { FakeBridge, FakeOptions } from '../fake-bridge.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { isSceneName, scenes, sceneNames } from '../scenes/index.ts';
import type { Scene } from '../scenes/scene.ts';
import { makeHands } from './hands.ts';

const readQuery = (name: string): string | null => new URLSearchParams(location.search).get(name);

/** The bridge that the address asks for: of a scene, or with options as JSON. */
export function bridgeOfAddress(): FakeBridge | null {
  const scene = sceneOfAddress();
  const given = readQuery('fake');
  if (scene === null && given === null) return null;
  if (scene !== null) location.hash = scene.hash;
  const fake: Partial<FakeOptions> =
    scene?.fake ?? (JSON.parse(given ?? '{}') as Partial<FakeOptions>);
  return createFakeBridge({
    ...defaultFake,
    ...fake,
    settings: { ...fake.settings, ...settingsOfAddress() },
  });
}

/**
 * Plays the scene, and writes onto the page's first element when it is complete or why it failed.
 */
export async function play(bridge: FakeBridge): Promise<void> {
  const scene = sceneOfAddress();
  if (scene === null) return;
  const hands = makeHands(bridge);
  try {
    await hands.see('main h1, main [role=alert]');
    await scene.act?.(hands);
    await hands.see(scene.shows);
    document.documentElement.dataset['scene'] = 'stands';
  } catch (error) {
    document.documentElement.dataset['scene'] = 'failed';
    throw error;
  }
}

/** A changed screen restarts, and may have lost the viewed state. */
export function keepScene(): void {
  const scene = sceneOfAddress();
  setTimeout(() => {
    if (scene !== null && document.querySelector(scene.shows) === null) location.reload();
  }, 100);
}

/** One link for each scene. */
export function listScenes(): void {
  const list = document.createElement('ul');
  for (const name of sceneNames) {
    const link = Object.assign(document.createElement('a'), {
      href: `?scene=${name}`,
      textContent: name,
    });
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  document.querySelector('#app')?.append(list);
}

function sceneOfAddress(): Scene | null {
  const name = readQuery('scene');
  if (name === null) return null;
  if (!isSceneName(name)) throw new Error(`there is no scene ${name}`);
  return scenes[name];
}

function settingsOfAddress(): Partial<Settings> {
  const [language, theme] = [readQuery('language'), readQuery('theme')];
  return {
    ...(language === 'en' || language === 'pt-BR' ? { language } : {}),
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
  };
}
