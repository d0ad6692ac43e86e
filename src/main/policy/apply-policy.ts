import { failed, fault } from '../../shared/index.ts';
import type { Settings } from '../../shared/index.ts';
import type { SettingsStore } from '../settings/index.ts';
import type { LockedKey, Policy } from './types.ts';

/** The settings as they count on this workstation, and which of them the packer cannot change. */
export function applyPolicy(
  settings: Settings,
  policy: Policy,
): { readonly settings: Settings; readonly locked: readonly LockedKey[] } {
  return { settings: { ...settings, ...policy.settings }, locked: lockedKeys(policy) };
}

export function lockedKeys(policy: Policy): readonly LockedKey[] {
  return [
    ...(policy.erpAddress === null ? [] : ['erpAddress' as const]),
    ...(policy.updates === null ? [] : ['updates' as const]),
    ...(Object.keys(policy.settings) as (keyof Settings)[]),
  ];
}

/**
 * The settings under a policy. What the packer chose before stays in the file below it and is back when the policy goes;
 * a change of something locked is refused as a whole, with the names in the fault's detail.
 */
export function manageSettings(store: SettingsStore, policy: Policy): SettingsStore {
  const refused = (keys: readonly string[]) =>
    failed(fault('invalid-input', { detail: `decided by policy: ${keys.join(', ')}` }));
  return {
    settings: () => applyPolicy(store.settings(), policy).settings,
    async change(change) {
      const managed = Object.entries(change).filter(
        ([key, value]) => Object.hasOwn(policy.settings, key) && !isSame(value, policy.settings[key as keyof Settings]),
      );
      if (managed.length > 0) return refused(managed.map(([key]) => key));
      const free = Object.entries(change).filter(([key]) => !Object.hasOwn(policy.settings, key));
      const changed = await store.change(Object.fromEntries(free));
      return changed.ok ? { ok: true, value: applyPolicy(changed.value, policy).settings } : changed;
    },
    baseUrl: () => policy.erpAddress ?? store.baseUrl(),
    setBaseUrl(baseUrl) {
      if (policy.erpAddress === null) return store.setBaseUrl(baseUrl);
      // Forgetting the token writes null, saving writes the address in use: neither moves a managed workstation.
      const stays = baseUrl === null || baseUrl === policy.erpAddress;
      return Promise.resolve(stays ? { ok: true, value: undefined } : refused(['erpAddress']));
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
