import { createContext } from 'svelte';
import type {
  AppCommand,
  AppInfo,
  Bridge,
  CompanyInfo,
  ConnectionInfo,
  Fault,
  LockedKey,
  Result,
  ScanCommand,
  Settings,
  UpdateStatus,
} from '../../shared/index.ts';
import { defaultSettings, faultText } from '../../shared/index.ts';
import type { FaultText } from '../../shared/index.ts';
import { messages } from '../i18n/index.ts';
import { Sounds } from './sound.ts';
import { Commands } from './commands.ts';
import { JobStore } from '../job/job.svelte.ts';
import { JobView } from '../job/job-view.svelte.ts';
import { PrintQueue } from './print-queue.svelte.ts';
import { Router } from './router.svelte.ts';
import { Scanner } from '../scanner/scanner.ts';
import { nameKeys } from './shortcuts.ts';
import type { Command } from './shortcuts.ts';
import { ScanNotice } from './scan-notice.svelte.ts';

export interface Notice {
  readonly id: number;
  readonly fault: Fault;
}

export interface OpenGrouping {
  readonly job: JobStore;
  readonly view: JobView;
}

/** What all screens share: settings, connection, the open job, and the ways in (keys, scanner, menu). */
export class App {
  readonly bridge: Bridge;
  readonly router = new Router();
  readonly scanner = new Scanner((command, code) => this.#scanned(command, code));
  readonly scanNotice = new ScanNotice();
  readonly commands = new Commands(this.scanner);
  readonly queue: PrintQueue;
  readonly sounds = new Sounds(() => this.settings.sounds);

  started = $state(false);
  info = $state.raw<AppInfo>({ version: '', platform: 'linux', notices: [], locked: [], erpAddress: null });
  settings = $state.raw<Settings>(defaultSettings);
  connection = $state.raw<ConnectionInfo | null>(null);
  update = $state.raw<UpdateStatus>({ kind: 'unchecked' });
  /** Who the ERP says we are, from the last test in this session. */
  company = $state.raw<CompanyInfo | null>(null);
  notices = $state.raw<readonly Notice[]>([]);
  open = $state.raw<OpenGrouping | null>(null);
  /** What the Check screen answers, to the edges of the window; `undefined` while it has no answer. */
  tone = $state<'good' | 'bad' | 'plain' | undefined>(undefined);
  #noticeId = 0;

  readonly t = $derived(messages[this.settings.language]);
  readonly connected = $derived(
    this.connection !== null &&
      (this.connection.training || (this.connection.baseUrl !== null && this.connection.hasToken)),
  );

  constructor(bridge: Bridge) {
    this.bridge = bridge;
    this.queue = new PrintQueue(bridge);
  }

  /** Hooks up everything and reads the first state. Gives the way to unhook it. */
  start(): () => void {
    const stops = [
      this.router.start(),
      this.scanner.start(),
      this.commands.start(),
      this.bridge.on('job.changed', (change) => this.open?.job.change(change)),
      this.bridge.on('connection.changed', (connection) => this.takeConnection(connection)),
      this.bridge.on('settings.changed', (settings) => (this.settings = settings)),
      this.bridge.on('updates.changed', (update) => (this.update = update)),
      this.bridge.on('print.queue-changed', (jobs) => {
        if (this.queue.take(jobs)) this.sounds.play('error');
      }),
      this.bridge.on('app.notice', (fault) => this.notice(fault)),
      this.bridge.on('app.command', (command: AppCommand) => this.commands.run(command, 'menu')),
    ];
    void this.#readAll();
    return () => {
      for (const stop of stops) stop();
    };
  }

  async #readAll(): Promise<void> {
    const [info, settings, connection, update, queue] = await Promise.all([
      this.bridge.request('app.info'),
      this.bridge.request('settings.get'),
      this.bridge.request('connection.get'),
      this.bridge.request('updates.status'),
      this.bridge.request('print.queue'),
    ]);
    this.settings = this.valueOr(settings, this.settings);
    this.info = this.valueOr(info, this.info);
    this.update = this.valueOr(update, this.update);
    for (const fault of this.info.notices) this.notice(fault);
    this.queue.take(this.valueOr(queue, []));
    if (connection.ok) this.takeConnection(connection.value);
    else this.notice(connection.fault);
    if (!this.connected) this.router.go({ name: 'connect' });
    this.started = true;
  }

  takeConnection(connection: ConnectionInfo): void {
    if (connection.baseUrl !== this.connection?.baseUrl || connection.training !== this.connection.training) {
      this.company = null;
      this.open = null;
    }
    this.connection = connection;
  }

  async change(change: Partial<Settings>): Promise<void> {
    const before = this.settings;
    // Shown at once; main's word counts.
    this.settings = { ...before, ...change };
    const answer = await this.bridge.request('settings.change', { change });
    this.settings = this.valueOr(answer, before);
  }

  /** Whether IT has decided this: it is shown, and cannot be changed. */
  isLocked(key: LockedKey): boolean {
    return this.info.locked.includes(key);
  }

  /** The store of this grouping's job, opened when it is not yet. */
  async openJob(groupingId: number): Promise<void> {
    const before = this.open?.job;
    if (before?.groupingId === groupingId) {
      if (before.status === 'failed') await before.read();
      return;
    }
    const job = new JobStore(this.bridge, groupingId);
    this.open = { job, view: new JobView(job) };
    // A job that still works goes on in the background.
    if (before?.status === 'open' && before.idle) {
      await this.bridge.request('job.close', { groupingId: before.groupingId });
    }
    await job.read();
  }

  #scanned(command: ScanCommand | 'unknown' | null, code: string): void {
    const done = command === null || (command !== 'unknown' && this.commands.scanned(command));
    this.scanNotice.show(done ? null : { command, code });
    if (!done) this.sounds.play('error');
  }

  notice(fault: Fault): void {
    this.notices = [...this.notices, { id: ++this.#noticeId, fault }];
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  faultText(fault: Pick<Fault, 'kind'>): FaultText {
    return faultText(fault.kind, this.settings.language);
  }

  /** The key to print on a button. */
  key(command: Command): string {
    return nameKeys(command, this.info.platform)[0] ?? '';
  }

  /** The answer's value; a fault becomes a notice, and `otherwise` counts. */
  valueOr<T>(answer: Result<T>, otherwise: T): T {
    if (answer.ok) return answer.value;
    this.notice(answer.fault);
    return otherwise;
  }
}

export const [useApp, provideApp] = createContext<App>();
