import { bench } from './bench.ts';
import { connect } from './connect.ts';
import { desk } from './desk.ts';
import { floor } from './floor.ts';
import { grouping } from './grouping.ts';
import { office } from './office.ts';
import { paper } from './paper.ts';
import type { Scene } from './scene.ts';
import { station } from './station.ts';

/** Every state of every screen, by name: `npm run dev:page -- <name>`. */
export const scenes = {
  ...connect,
  ...bench,
  ...desk,
  ...grouping,
  ...floor,
  ...paper,
  ...office,
  ...station,
} satisfies Readonly<Record<string, Scene>>;

export type SceneName = keyof typeof scenes;

export const sceneNames = Object.keys(scenes) as readonly SceneName[];

export function isSceneName(name: string): name is SceneName {
  return Object.hasOwn(scenes, name);
}
