import { SvelteMap } from 'svelte/reactivity';
import { createContext, untrack } from 'svelte';
import { on } from 'svelte/events';
import type { AppCommand, AppInfo, UpdateStatus } from '#shared/contract/app.ts';
import type { ConnectionInfo } from '#shared/contract/connection.ts';
import type { Bridge, EventChannel, Events, Requests } from '#shared/contract/index.ts';
import type { LockedKey, Settings } from '#shared/contract/settings.ts';
import type { CompanyInfo } from '#shared/domain/erp.ts';
import type { GroupingName, Shipment } from '#shared/domain/records.ts';
import type { OfferedFile } from '#shared/domain/import.ts';
import { longestCopy } from '#shared/domain/window.ts';
import { type FaultText, faultText } from '#shared/faults/fault-text.ts';
import { asksForToken, type Fault, mayNeedSignIn, type Result } from '#shared/faults/faults.ts';
import { nameGrouping } from '#shared/formats.ts';
import { clip } from '../i18n/format.ts';
import { messages } from '../i18n/index.ts';
import { type FoundScan, ScanFinder } from './scan-finder.ts';
import { Sounds } from './sound.ts';
import { Commands } from './commands.ts';
import { Floor } from './floor.svelte.ts';
import { JobStore } from '../job/index.ts';
import { PrintQueue } from './print-queue.svelte.ts';
import { formatLink, needsErp, parseScreen, type Screen } from './screens.ts';
import { type ScannedCommand, Scanner } from '../scanner/scanner.ts';
import { ScanPrints } from './scan-prints.svelte.ts';
import { SignIn } from './sign-in.svelte.ts';
import { type Command, nameKeys } from './shortcuts.ts';
import type { Window } from './window.ts';

type ConnectChannel = Extract<
  keyof Requests,
  'connection.save' | 'connection.signOut' | 'connection.forget' | `training.${string}`
>;

/** A scan without effect: a command, or a code that this screen does not use. */
export type RefusedScan = { readonly code: string } & (
  | { readonly kind: 'command'; readonly command: ScannedCommand }
  | { readonly kind: 'unconnected' }
  | FoundScan
);

const refusalShownMs = 8000;

/**
 * The state that all screens share: settings, connection, the open job, and the inputs (keys,
 * scanner, menu).
 */
export class App {
  readonly bridge: Bridge;
  readonly request: Bridge['request'] = (channel, ...input) =>
    this.bridge.request(channel, ...input);
  readonly scanner = new Scanner((command, code) => this.#takeScan(command, code));
  readonly commands = new Commands(this.scanner);
  readonly scans = new ScanFinder(this);
  readonly scanPrints = new ScanPrints(this);
  readonly signIn = new SignIn(this);
  readonly queue = new PrintQueue(this);
  readonly floor = new Floor(this);
  readonly sounds = new Sounds(
    () => this.settings,
    () => new AudioContext(),
  );

  started = $state(false);
  info = $state.raw<AppInfo>({
    version: '',
    platform: 'linux',
    notices: [],
    locked: [],
    erpAddress: null,
  });
  settings: Settings;
  connection = $state.raw<ConnectionInfo | null>(null);
  update = $state.raw<UpdateStatus>({ kind: 'unchecked' });
  /** The company by the ERP, from the last test in this session. */
  company = $state.raw<CompanyInfo | null>(null);
  notices = $state.raw<readonly Fault[]>([]);
  screen = $state.raw<Screen>(parseScreen(location.hash));
  open = $state.raw<JobStore | null>(null);
  /** The Check screen's answer as a tone for the whole window; `undefined` without an answer. */
  tone = $state<'good' | 'warn' | 'bad' | 'plain' | undefined>(undefined);
  /** Shown until the next scan, or for a while; it need not be dismissed. */
  refused = $state.raw<RefusedScan | null>(null);
  offered = $state.raw<readonly OfferedFile[]>([]);
  choice = $state.raw<Window['choice']>(null);
  readonly names: Window['names'] = new SvelteMap();
  #refusalTimer: ReturnType<typeof setTimeout> | undefined;
  readonly language = $derived.by(() => this.settings.language);
  readonly t = $derived.by(() => messages[this.language]);
  readonly groupingId = $derived('groupingId' in this.screen ? this.screen.groupingId : null);
  /**
   * An ERP is set up. Whether somebody is signed in does not matter here: no screen is closed for
   * that.
   */
  readonly connected = $derived.by(() => {
    if (this.connection === null) return false;
    const { baseUrl, hasToken, signIn, training } = this.connection;
    return training || (baseUrl !== null && (hasToken || signIn !== null));
  });

  readonly training = $derived.by(() => this.connection?.training === true);
  /** The name of the ERP's company, or of its server as long as that is not known. */
  readonly companyName = $derived.by(() => {
    const host = URL.parse(this.connection?.baseUrl ?? '')?.host;
    return this.company?.tradeName ?? this.company?.legalName ?? host ?? '';
  });

  constructor(bridge: Bridge, settings: Settings) {
    this.bridge = bridge;
    this.settings = $state.raw(settings);
  }

  /**
   * For an `$effect`: connects everything and reads the first state. Returns a function that
   * disconnects it.
   */
  start(): () => void {
    const { bridge } = this;
    const stops = [
      on(window, 'hashchange', () => {
        this.go(parseScreen(location.hash));
      }),
      this.scanner.start(),
      // The screens' own handlers are added later, and so come first.
      this.scanner.on((code) => void this.#takeUnclaimed(code)),
      this.commands.start(),
      bridge.on('job.changed', (change) => this.open?.change(change)),
      bridge.on('job.closed', ({ groupingId }) => {
        if (this.open?.groupingId === groupingId) this.open = null;
      }),
      bridge.on('settings.changed', (settings) => {
        this.settings = settings;
      }),
      bridge.on('app.notice', (fault) => this.addNotice(fault)),
      bridge.on('app.command', (command: AppCommand) => this.commands.run(command, 'menu')),
      () => this.sounds.rest(),
    ];
    /** Main's state, and its changes, which are newer than an answer that comes after them. */
    const follow = async <C extends EventChannel>(
      channel: C,
      first: Promise<Result<Events[C]>>,
      take: (state: Events[C]) => void,
    ): Promise<void> => {
      let changes = 0;
      const off = bridge.on(channel, (state) => {
        changes += 1;
        take(state);
      });
      stops.push(off);
      const answer = await first;
      if (!answer.ok) this.addNotice(answer.fault);
      else if (changes === 0) take(answer.value);
    };
    const readInfo = async (): Promise<void> => {
      this.info = this.takeValue(await bridge.request('app.info'), this.info);
      for (const fault of this.info.notices) this.addNotice(fault);
    };
    const states = [
      readInfo(),
      follow('connection.changed', bridge.request('connection.get'), (connection) =>
        this.takeConnection(connection),
      ),
      follow('updates.changed', bridge.request('updates.status'), (update) => {
        this.update = update;
      }),
      follow('import.offered', bridge.request('import.offers'), (offered) => {
        this.offered = offered;
      }),
      follow('print.queue-changed', bridge.request('print.queue'), (jobs) => {
        const isNews = this.queue.take(jobs);
        if (isNews && this.started) this.sounds.play('error');
      }),
      follow('floor.changed', bridge.request('floor.get'), (info) => {
        this.floor.info = info;
      }),
      follow('operator.changed', bridge.request('operator.get'), (operator) => {
        this.floor.operator = operator;
      }),
    ];
    void Promise.all(states).then(() => {
      if (!this.connected || this.signIn.missing) this.go({ name: 'connect' });
      this.started = true;
      // The window before this one, reloaded since, may have shown a grouping.
      if (this.connected && this.groupingId === null)
        void bridge.request('job.leave', { groupingId: null });
    });
    // A screen of a grouping needs its job, and a new one once main has closed it.
    $effect(() => {
      const { groupingId, open } = this;
      if (!this.started || !this.connected || groupingId === null) return;
      if (open?.groupingId !== groupingId) untrack(() => this.#openJob(groupingId, open));
      else if (untrack(() => open.openFault) !== null) void open.read();
    });
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** The connection's door: keys, scans, links and the address come through here. */
  go(wanted: Screen): void {
    this.open?.dropErrands(wanted.name);
    const isShut = this.#isUnconnected && needsErp(wanted);
    if (isShut) this.#refuse({ kind: 'unconnected', code: '' });
    this.screen = isShut ? { name: 'connect' } : wanted;
    const hash = formatLink(this.screen);
    if (location.hash !== hash) location.hash = hash;
  }

  /** Groupings in a list may be opened from there. */
  learnNames(listed: readonly Pick<GroupingName, 'groupingId' | 'identification'>[]): void {
    for (const { groupingId, identification } of listed)
      this.names.set(groupingId, nameGrouping(groupingId, identification));
  }

  showGrouping(groupingId: number): void {
    this.go({ name: 'grouping', groupingId });
  }

  /**
   * Opens the Print screen with these chosen. Nothing is printed before the primary button is
   * pressed there.
   */
  askToPrint(job: JobStore, shipmentIds: readonly number[]): void {
    if (shipmentIds.length === 0) return;
    job.askToPrint(shipmentIds);
    this.go({ name: 'print', groupingId: job.groupingId, selected: true });
  }

  /** Requests another connection, and uses it if possible. Returns the obstacle. */
  async connect<C extends ConnectChannel>(
    channel: C,
    ...input: Parameters<Requests[C]>
  ): Promise<Fault | null> {
    const answer: Result<ConnectionInfo> = await this.request(channel, ...input);
    if (!answer.ok) return answer.fault;
    this.takeConnection(answer.value);
    this.go({ name: this.connected && !this.signIn.missing ? 'desk' : 'connect' });
    return null;
  }

  async train(channel: 'training.start' | 'training.stop'): Promise<void> {
    const fault = await this.connect(channel);
    if (fault !== null) this.addNotice(fault);
  }

  takeConnection(connection: ConnectionInfo): void {
    const before = this.connection;
    if (connection.workspaceId !== before?.workspaceId) {
      const isOther =
        connection.baseUrl !== before?.baseUrl || connection.training !== before.training;
      // Its number may be another grouping's there.
      if (this.started && isOther && this.groupingId !== null) this.go({ name: 'desk' });
      this.company = null;
      this.open = null;
      this.scanPrints.answer = null;
      this.names.clear();
    }
    const wasUnderWay = this.signIn.underWay;
    this.connection = connection;
    if (this.#isUnconnected && needsErp(this.screen)) this.go({ name: 'connect' });
    if (this.signIn.missing || this.signIn.underWay) return;
    this.#forgetTokenFaults();
    // Also if the window was reloaded meanwhile, and the answer does not come here.
    if (wasUnderWay && this.signIn.offered && this.screen.name === 'connect')
      this.go({ name: 'desk' });
  }

  #forgetTokenFaults(): void {
    this.notices = this.notices.filter((fault) => !mayNeedSignIn(fault));
    const job = this.open;
    if (job === null) return;
    if (mayNeedSignIn(job.actionFault)) job.actionFault = null;
    if (mayNeedSignIn(job.openFault)) void job.read();
  }

  /** IT's decisions stay, whatever the change says. Returns false if the change was refused. */
  async change(wanted: Partial<Settings>): Promise<boolean> {
    const change = Object.fromEntries(
      Object.entries(wanted).filter(([key]) => !this.isLocked(key as LockedKey)),
    );
    // Shown at once; main's settings count, and come as an event.
    this.settings = { ...this.settings, ...change };
    const answer = await this.request('settings.change', { change });
    if (answer.ok) return true;
    this.addNotice(answer.fault);
    // A newer change may have been made meanwhile.
    this.settings = this.takeValue(await this.request('settings.get'), this.settings);
    return false;
  }

  /** Returns true if IT has decided this: it is shown, and cannot be changed. */
  isLocked(key: LockedKey): boolean {
    return this.info.locked.includes(key);
  }

  /**
   * For controls that can be locked: `<select {...app.lock('printer')}>`, with a `LockedHint`
   * beside them.
   */
  lock(key: LockedKey) {
    const locked = this.isLocked(key);
    return { disabled: locked, 'aria-describedby': locked ? `locked-${key}` : undefined };
  }

  #openJob(groupingId: number, before: JobStore | null): void {
    this.open = new JobStore(this.bridge, groupingId);
    if (before !== null) void this.request('job.leave', { groupingId: before.groupingId });
    void this.open.read();
  }

  #takeScan(command: ScannedCommand | null, code: string): void {
    const done =
      command === null ||
      this.floor.takeBadge(code) ||
      (command !== 'unknown' && command !== 'unread' && this.commands.runScanned(command));
    this.#refuse(done ? null : { kind: 'command', command, code });
  }

  /** For a code that no screen took: no scan stays without an answer. */
  async #takeUnclaimed(code: string): Promise<void> {
    const found = this.#isUnconnected
      ? ({ kind: 'unconnected' } as const)
      : await this.scans.find(code);
    if (found !== null) this.#refuse({ ...found, code });
  }

  get #isUnconnected(): boolean {
    return this.started && !this.connected;
  }

  #refuse(refused: RefusedScan | null): void {
    clearTimeout(this.#refusalTimer);
    this.refused = refused;
    if (refused === null) return;
    this.#refusalTimer = setTimeout(() => {
      this.refused = null;
    }, refusalShownMs);
    this.sounds.play('error');
  }

  addNotice(fault: Fault): void {
    this.scanPrints.stop();
    // One field for a token is enough for all faults that need one.
    const isSame = (other: Fault): boolean =>
      (asksForToken(other) && asksForToken(fault)) ||
      (['kind', 'detail', 'erpMessage'] as const).every((key) => other[key] === fault[key]);
    if (!this.notices.some(isSame)) this.notices = [...this.notices, fault];
  }

  dismiss(fault: Fault): void {
    this.notices = this.notices.filter((notice) => notice !== fault);
  }

  describeFault(fault: Pick<Fault, 'kind'> & Partial<Fault>): FaultText {
    // People who sign in know of no token.
    const isSignedOut = this.signIn.offered && asksForToken(fault);
    return faultText(isSignedOut ? 'signed-out' : fault.kind, this.language, fault.detail);
  }

  /** Returns a fault's two sentences, to be shown beside a field. */
  writeFault(fault: Fault | null): string | null {
    if (fault === null) return null;
    const { what, next } = this.describeFault(fault);
    return `${what} ${next}`;
  }

  nameRecipient(shipment: Pick<Shipment, 'recipient'> | undefined, length?: number): string {
    return clip(shipment?.recipient?.name ?? this.t.table.noName, length);
  }

  /** Returns false if it is not in the clipboard. */
  async copy(text: string): Promise<boolean> {
    const answer = await this.request('clipboard.write', { text: text.slice(0, longestCopy) });
    if (!answer.ok) this.addNotice(answer.fault);
    return answer.ok;
  }

  /** Does one thing in main; the obstacle becomes a notice. */
  async ask(
    channel:
      | 'bench.sheet'
      | 'commands.sheet'
      | 'print.open-folder'
      | `connection.${'reopen' | 'cancel'}SignIn`,
  ): Promise<void> {
    this.takeValue<unknown>(await this.request(channel), undefined);
  }

  nameKey(command: Command): string {
    return nameKeys(command, this.info.platform)[0] ?? '';
  }

  /** Returns the answer's value; a fault becomes a notice, and `otherwise` counts. */
  takeValue<T>(answer: Result<T>, otherwise: T): T {
    if (answer.ok) return answer.value;
    this.addNotice(answer.fault);
    return otherwise;
  }
}

export const [useApp, provideApp] = createContext<App>();
