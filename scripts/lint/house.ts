import { join } from 'node:path';

/**
 * The house: every room of src, the rooms that it may use, and the arrows between its own folders.
 * Arrows point one way: a room, folder or arrow that is missing here is a lint error. A folder may
 * always use the `types.ts` of the folders around it; the files at a room's top may use all of its
 * folders.
 *
 * A room has one door, its `index.ts`, unless it is `open`.
 */
export const rooms: Readonly<Record<string, Room>> = {
  // What both sides of the window need, taken from its file: no door loads everything. The window
  // takes no values of the contract, whose schemas are main's.
  'src/shared': {
    uses: [],
    open: true,
    folders: {
      faults: [],
      domain: ['faults'],
      contract: ['domain', 'faults'],
      identities: ['domain'],
    },
  },
  'src/training-erp': {
    // Its labels as pictures.
    uses: ['src/main/drawing', 'src/shared'],
    folders: {
      http: [],
      art: ['data'],
      data: [],
      world: ['art', 'data'],
      labels: ['art', 'data', 'http', 'world'],
      erp: ['data', 'http', 'labels', 'world'],
    },
  },
  'src/preload': { uses: ['src/shared'] },

  'src/main/os': {
    uses: ['src/shared'],
    open: true,
    folders: { json: [''], locks: [''], network: [], text: [], windows: [] },
  },
  // ZPL as text: split into formats, filtered to commands that print, and its encodings. Used only
  // where labels are read: it parses foreign bytes. Pictures for ZPL belong to printing.
  'src/main/zpl': { uses: [] },
  // A page of a PDF as dots. Its files are taken one by one: a picture of dots needs no PDFium.
  'src/main/drawing': { uses: [], open: true },
  'src/main/credentials': { uses: ['src/main/os', 'src/shared'] },
  'src/main/sign-in': {
    uses: ['src/main/credentials', 'src/main/os', 'src/shared'],
    folders: {
      store: [],
      provider: ['store'],
      flows: ['provider'],
      session: ['provider', 'store'],
    },
  },
  'src/main/updates': { uses: ['src/main/os', 'src/shared'] },
  'src/main/erp': {
    uses: ['src/main/os', 'src/shared'],
    folders: { wire: [], pacing: [], http: ['pacing', 'wire'] },
  },
  'src/main/labels': {
    uses: ['src/main/drawing', 'src/main/zpl', 'src/main/os', 'src/shared'],
    folders: {
      'pdf/syntax': [],
      'pdf/document': ['pdf/syntax'],
      'pdf/image': ['pdf/syntax'],
      'pdf/page': ['pdf/document', 'pdf/syntax'],
      'pdf/merge': ['pdf/document', 'pdf/page', 'pdf/syntax'],
      // Draws pages small: whether they can be drawn, and the labels on a sheet.
      'pdf/look': ['pdf/page', 'pdf/syntax'],
      pdf: ['pdf/document', 'pdf/look', 'pdf/merge', 'pdf/page', 'pdf/syntax'],
      formats: ['pdf/image', 'pdf/page', 'pdf/syntax'],
      // ZPL as a page of a PDF.
      'zpl-drawing': ['formats', 'pdf/image', 'pdf/page', 'pdf/syntax'],
      // Reads the text of a ZPL label from its commands.
      'zpl-reading': ['zpl-drawing'],
      store: ['formats'],
      // Papers of invoices, drawn from their XML as ZPL.
      danfe: ['zpl-drawing'],
      book: [
        ...['formats', 'pdf', 'pdf/look', 'pdf/merge', 'pdf/page', 'pdf/syntax'],
        ...['danfe', 'zpl-drawing', 'zpl-reading'],
      ],
      // Runs in a process of its own, at idle priority.
      codes: ['book', 'zpl-reading'],
    },
  },
  'src/main/printing': {
    uses: ['src/main/drawing', 'src/main/os', 'src/main/zpl', 'src/shared'],
    folders: {
      queue: [],
      cups: ['queue'],
      windows: ['queue'],
      'windows/process': [],
      network: ['queue'],
      zpl: ['queue'],
      raster: ['zpl'],
    },
  },
  'src/main/policy': { uses: ['src/main/os', 'src/shared'] },
  'src/main/settings': { uses: ['src/main/policy', 'src/main/os', 'src/shared'] },
  'src/main/doctor': {
    uses: [
      'src/main/credentials',
      'src/main/erp',
      'src/main/floor',
      'src/main/policy',
      'src/main/settings',
      'src/main/sign-in',
      'src/main/os',
      'src/shared',
    ],
  },
  // Records on disk: the journal, and what all data folders of this user share.
  'src/main/journal': {
    uses: ['src/main/labels', 'src/main/os', 'src/shared'],
    folders: {
      // Locks, and the guards of conclusions.
      station: [],
      past: ['', 'station'],
    },
  },
  'src/main/dispatch': {
    uses: [
      'src/main/erp',
      'src/main/journal',
      'src/main/labels',
      'src/main/printing',
      'src/main/os',
      'src/shared',
    ],
    folders: {
      // What the codes on labels say of parcels.
      codes: [],
      // Which one of them a number means.
      groupings: [],
      model: ['codes'],
      // A job as it is now: its facts, and how they change.
      state: ['model'],
      collect: ['codes', 'model', 'state'],
      print: ['collect', 'model', 'state'],
      // The parts of the job's door.
      job: ['collect', 'model', 'print', 'state'],
    },
  },
  // The database that the stations of a warehouse share, and how their jobs get on with each other.
  // It is loaded only if a server is configured.
  'src/main/floor': {
    uses: ['src/main/dispatch', 'src/main/journal', 'src/main/os', 'src/shared'],
    folders: { job: [''] },
  },
  // Everything that Doca writes on paper besides labels. It is loaded with the first of them.
  'src/main/papers': {
    uses: ['src/main/journal', 'src/main/printing', 'src/main/os', 'src/shared'],
    folders: { manifest: [''], 'test-page': [''] },
  },
  'src/main/desk': {
    uses: [
      'src/main/dispatch',
      'src/main/doctor',
      'src/main/erp',
      'src/main/floor',
      'src/main/journal',
      'src/main/labels',
      'src/main/papers',
      'src/main/policy',
      'src/main/printing',
      'src/main/credentials',
      'src/main/settings',
      'src/main/sign-in',
      'src/main/updates',
      'src/main/os',
      'src/training-erp',
      'src/shared',
    ],
    folders: {
      documents: [],
      jobs: [],
      print: ['jobs'],
      workspace: ['jobs', 'print'],
      upkeep: [],
      parts: ['print', 'upkeep', 'workspace'],
      handlers: ['documents', 'jobs', 'parts', 'workspace'],
    },
  },
  'src/main/electron': {
    uses: ['src/main/updates', 'src/main/os', 'src/shared'],
    folders: { window: [], system: [] },
  },
  'src/main/command-line': {
    uses: [
      'src/main/dispatch',
      'src/main/erp',
      'src/main/floor',
      'src/main/journal',
      'src/main/labels',
      'src/main/printing',
      'src/main/credentials',
      'src/main/policy',
      'src/main/settings',
      'src/main/sign-in',
      'src/main/os',
      'src/training-erp',
      'src/shared',
    ],
    // workstation reads the folders of the system and of this workstation; the installed program
    // has what is in installed.
    folders: { output: [], workstation: ['output'], installed: ['', 'output', 'workstation'] },
  },
  'src/main': {
    uses: [
      'src/main/command-line',
      'src/main/credentials',
      'src/main/desk',
      'src/main/doctor',
      'src/main/electron',
      'src/main/labels',
      'src/main/policy',
      'src/main/printing',
      'src/main/settings',
      'src/main/updates',
      'src/main/os',
      'src/shared',
    ],
  },

  'src/renderer': {
    uses: ['src/shared'],
    folders: {
      i18n: [],
      // Style sheets, which main.ts takes in order.
      styles: [],
      scanner: [],
      job: [],
      app: ['i18n', 'job', 'scanner'],
      'ui/fields': ['app', 'i18n'],
      ui: ['ui/fields', 'app', 'i18n'],
      pdf: ['ui', 'app', 'i18n'],
      steps: ['ui', 'app', 'job', 'i18n'],
      failures: ['ui', 'app', 'job', 'i18n'],
      // Other stations: the start loads them only if there are any.
      floor: ['ui', 'app', 'job', 'i18n'],
      // Labels from files.
      import: ['failures', 'pdf', 'ui', 'app', 'job', 'i18n'],
      grouping: ['failures', 'floor', 'import', 'steps', 'pdf', 'ui', 'app', 'job', 'i18n'],
      print: ['steps', 'pdf', 'ui', 'app', 'job', 'i18n'],
      check: ['steps', 'ui', 'app', 'job', 'i18n'],
      conclude: ['floor', 'steps', 'ui', 'app', 'job', 'i18n'],
      connect: ['ui', 'app', 'i18n'],
      desk: ['floor', 'steps', 'ui', 'app', 'job', 'i18n'],
      guide: ['ui', 'app', 'i18n'],
      history: ['ui', 'app', 'i18n'],
      office: ['ui', 'app', 'i18n'],
      'settings/bench': ['ui', 'app', 'i18n'],
      'settings/floor': ['ui', 'app', 'i18n'],
      'settings/connection': ['ui', 'app', 'i18n'],
      'settings/display': ['ui', 'app', 'i18n'],
      settings: [
        'settings/bench',
        'settings/connection',
        'settings/display',
        'settings/floor',
        'ui',
        'app',
        'i18n',
      ],
      // The setting up of a workstation, with controls of Settings.
      bench: [
        'settings/bench',
        'settings/display',
        'settings/floor',
        'scanner',
        'ui',
        'app',
        'i18n',
      ],
      shell: [
        'bench',
        'check',
        'conclude',
        'connect',
        'desk',
        'floor',
        'grouping',
        'guide',
        'history',
        'office',
        'print',
        'settings',
        'steps',
        'ui',
        'app',
        'job',
        'i18n',
      ],
    },
  },
};

/** The imports that may enter a room past its door, and their importers. */
export const sideDoors = [
  // The help of commands lists them, and loads nothing that draws.
  { file: 'src/training-erp/data/label-ways.ts', to: ['src/main/command-line'] },
  // The installed program has these commands without the others.
  { file: 'src/main/command-line/installed/index.ts', to: ['src/main'] },
];

interface Room {
  readonly uses: readonly string[];
  /** Each folder with the folders that it may use; '' is the top of the room. */
  readonly folders?: Readonly<Record<string, readonly string[]>>;
  readonly open?: boolean;
}

/** Returns the path that an import of a file in `folder` leads to, of this project's if it is one. */
export function findImported(root: string, folder: string, specifier: string): string {
  return specifier.startsWith('#')
    ? join(root, 'src', specifier.slice(1))
    : join(folder, specifier);
}
