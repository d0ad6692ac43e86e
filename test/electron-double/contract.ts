import type * as Electron from 'electron';
import type * as double from './index.ts';

type Double = typeof double;

/** Each export of the double, beside its counterpart in Electron. */
interface Pairs {
  readonly app: [Double['app'], typeof Electron.app];
  readonly BrowserWindow: [Double['BrowserWindow'], typeof Electron.BrowserWindow];
  readonly ipcMain: [Double['ipcMain'], typeof Electron.ipcMain];
  readonly Menu: [Double['Menu'], typeof Electron.Menu];
  readonly net: [Double['net'], typeof Electron.net];
  readonly protocol: [Double['protocol'], typeof Electron.protocol];
  readonly session: [Double['session'], typeof Electron.session];
  readonly utilityProcess: [Double['utilityProcess'], typeof Electron.utilityProcess];
  readonly clipboard: [Double['clipboard'], typeof Electron.clipboard];
  readonly crashReporter: [Double['crashReporter'], typeof Electron.crashReporter];
  readonly dialog: [Double['dialog'], typeof Electron.dialog];
  readonly nativeTheme: [Double['nativeTheme'], typeof Electron.nativeTheme];
  readonly powerMonitor: [Double['powerMonitor'], typeof Electron.powerMonitor];
  readonly powerSaveBlocker: [Double['powerSaveBlocker'], typeof Electron.powerSaveBlocker];
  readonly screen: [Double['screen'], typeof Electron.screen];
  readonly shell: [Double['shell'], typeof Electron.shell];
  readonly aWindow: [InstanceType<Double['BrowserWindow']>, Electron.BrowserWindow];
  readonly aSession: [ReturnType<Double['session']['fromPartition']>, Electron.Session];
  readonly aProcess: [ReturnType<Double['utilityProcess']['fork']>, Electron.UtilityProcess];
  readonly aRequest: [ReturnType<Double['net']['request']>, Electron.ClientRequest];
}

/** Members of the double for its harness and for tests. */
interface Own {
  readonly app: 'sandboxed' | 'relaunches' | 'connect' | 'becomeReady';
  readonly aSession: 'request' | 'check' | 'device' | 'proxy' | 'proxyLogin' | 'agents' | 'grants';
  readonly aWindow: 'view';
}

/** The members that the double has and Electron does not. */
type Invented = {
  readonly [K in keyof Pairs]: Exclude<
    keyof Pairs[K][0],
    keyof Pairs[K][1] | (K extends keyof Own ? Own[K] : never)
  >;
};
type Nothing = { readonly [K in keyof Pairs]: never };

/**
 * Does not compile if a member of the double is missing in Electron's own types, or an export of it
 * has no pair.
 */
type NothingIsInvented = Invented extends Nothing
  ? keyof Double extends keyof Pairs
    ? true
    : never
  : never;
export const nothingIsInvented: NothingIsInvented = true;
