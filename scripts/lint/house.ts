/**
 * The house: every room of src, what it may use, and which of its own folders may use which. Arrows point one way: a room
 * or folder that is not named here, and an arrow that is not drawn here, is a lint error. A folder may always use the
 * `types.ts` of the folders around it; the files at a room's top may use all of its folders.
 *
 * A room has one door, its `index.ts`, unless it is `open`.
 */
export const rooms: Readonly<Record<string, Room>> = {
  'src/shared': { uses: [], folders: { faults: [], domain: ['faults'], contract: ['domain', 'faults'] } },
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

  'src/main/os': { uses: ['src/shared'], open: true, folders: { locks: [''], network: [], windows: [] } },
  // ZPL as text: cut into formats, what of it prints, how it is encoded. Only where labels are read: it parses foreign bytes.
  // Pictures for ZPL are printing's.
  'src/main/zpl': { uses: [] },
  // A page of a PDF as dots. Its files are taken one by one: a picture of dots needs no PDFium.
  'src/main/drawing': { uses: [], open: true },
  'src/main/credentials': { uses: ['src/main/os', 'src/shared'] },
  'src/main/sign-in': {
    uses: ['src/main/credentials', 'src/main/os', 'src/shared'],
    folders: { store: [], provider: ['store'], flows: ['provider'], session: ['provider', 'store'] },
  },
  // What the stations of a warehouse share. Its client is loaded only where a server is named.
  'src/main/floor': { uses: ['src/main/os', 'src/shared'] },
  'src/main/updates': { uses: ['src/main/os', 'src/shared'] },
  'src/main/erp': { uses: ['src/main/os', 'src/shared'], folders: { wire: [], pacing: [], http: ['pacing', 'wire'] } },
  'src/main/labels': {
    uses: ['src/main/drawing', 'src/main/zpl', 'src/main/os', 'src/shared'],
    folders: {
      'pdf/syntax': [],
      'pdf/document': ['pdf/syntax'],
      'pdf/image': ['pdf/syntax'],
      'pdf/page': ['pdf/document', 'pdf/syntax'],
      'pdf/cost': ['pdf/page', 'pdf/syntax'],
      'pdf/merge': ['pdf/page', 'pdf/syntax'],
      // Where the label lies on a sheet.
      'pdf/crop': ['pdf/merge', 'pdf/page'],
      pdf: ['pdf/cost', 'pdf/crop', 'pdf/document', 'pdf/merge', 'pdf/page', 'pdf/syntax'],
      download: [],
      formats: ['pdf/image', 'pdf/page', 'pdf/syntax'],
      // ZPL as a page of a PDF.
      'zpl-drawing': ['formats', 'pdf/image', 'pdf/page', 'pdf/syntax', 'zpl-drawing/fonts'],
      'zpl-drawing/fonts': [],
      // What a label in ZPL says, told from its commands.
      'zpl-reading': ['zpl-drawing'],
      store: ['download', 'formats'],
      // What goes to a printer as it came.
      raw: [],
      book: [
        ...['formats', 'pdf', 'pdf/cost', 'pdf/merge', 'pdf/page', 'pdf/syntax', 'raw', 'store'],
        ...['zpl-drawing', 'zpl-reading'],
      ],
      // In a process of its own, which the system lets run when nothing else has to.
      codes: ['book', 'zpl-reading'],
    },
  },
  'src/main/printing': {
    uses: ['src/main/drawing', 'src/main/os', 'src/shared'],
    folders: {
      queue: [],
      cups: ['queue'],
      windows: ['queue'],
      'windows/process': [],
      network: ['queue'],
      zpl: ['queue'],
      raster: ['zpl'],
      'test-page': ['zpl'],
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
  'src/main/dispatch': {
    uses: [
      'src/main/erp',
      'src/main/floor',
      'src/main/labels',
      'src/main/printing',
      'src/main/credentials',
      'src/main/os',
      'src/shared',
    ],
    folders: {
      // What this user has for all data folders together: locks, and the guards of conclusions.
      station: [],
      journal: ['station'],
      // Which one of them a number means.
      groupings: ['journal'],
      model: ['journal'],
      // What other stations know of a job, and it of them.
      share: ['model', 'journal'],
      collect: ['model', 'journal'],
      print: ['collect', 'share', 'model', 'journal'],
    },
  },
  'src/main/desk': {
    uses: [
      'src/main/dispatch',
      'src/main/erp',
      'src/main/floor',
      'src/main/labels',
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
      print: ['documents', 'jobs'],
      workspace: ['documents', 'jobs', 'print'],
      upkeep: ['documents', 'workspace'],
      handlers: ['documents', 'jobs', 'print', 'upkeep', 'workspace'],
    },
  },
  'src/main/electron': {
    uses: ['src/main/printing', 'src/main/settings', 'src/main/updates', 'src/main/os', 'src/shared'],
    folders: { window: [], system: [] },
  },
  'src/main/command-line': {
    uses: [
      'src/main/dispatch',
      'src/main/erp',
      'src/main/floor',
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
    // What the system and this workstation give.
    folders: { output: [], workstation: ['output'] },
  },
  'src/main': {
    uses: [
      'src/main/command-line',
      'src/main/credentials',
      'src/main/desk',
      'src/main/dispatch',
      'src/main/doctor',
      'src/main/electron',
      'src/main/labels',
      'src/main/policy',
      'src/main/printing',
      'src/main/settings',
      'src/main/sign-in',
      'src/main/updates',
      'src/main/os',
      'src/shared',
    ],
  },

  'src/renderer': {
    uses: ['src/shared'],
    folders: {
      i18n: [],
      scanner: [],
      job: [],
      app: ['i18n', 'job', 'scanner'],
      proxy: ['app', 'i18n'],
      ui: ['proxy', 'app', 'i18n'],
      pdf: ['ui', 'app', 'i18n'],
      steps: ['ui', 'app', 'job', 'i18n'],
      failures: ['ui', 'app', 'job', 'i18n'],
      // Other stations: loaded only where there are any.
      floor: ['ui', 'app', 'job', 'i18n'],
      grouping: ['failures', 'floor', 'steps', 'pdf', 'ui', 'app', 'job', 'i18n'],
      print: ['steps', 'pdf', 'ui', 'app', 'job', 'i18n'],
      check: ['steps', 'ui', 'app', 'job', 'i18n'],
      conclude: ['floor', 'steps', 'ui', 'app', 'job', 'i18n'],
      connect: ['ui', 'app', 'i18n'],
      desk: ['floor', 'ui', 'app', 'job', 'i18n'],
      guide: ['ui', 'app', 'i18n'],
      history: ['ui', 'app', 'i18n'],
      office: ['ui', 'app', 'i18n'],
      'settings/floor': ['ui', 'app', 'i18n'],
      'settings/connection': ['proxy', 'ui', 'app', 'i18n'],
      settings: ['settings/connection', 'settings/floor', 'ui', 'app', 'i18n'],
      shell: [
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

/** What a room may import without entering through its door, and who may. */
export const sideDoors = [
  {
    file: 'src/shared/contract/index.ts',
    to: ['src/main', 'src/main/electron', 'src/main/policy', 'src/main/settings'],
  },
  // The installed program has this one command without the others.
  { file: 'src/main/command-line/set-secret.ts', to: ['src/main'] },
  { file: 'src/shared/domain/grouping.ts', to: ['src/main/dispatch'] },
  { file: 'src/shared/domain/page-choice.ts', to: ['src/main/dispatch'] },
];

interface Room {
  readonly uses: readonly string[];
  /** Each folder with those that it may use; '' is the top of the room. */
  readonly folders?: Readonly<Record<string, readonly string[]>>;
  readonly open?: boolean;
}
