import { EventEmitter } from 'node:events';

/** Properties that JavaScript itself, consoles and test runners read from any object. */
const askedOfEverything: ReadonlySet<PropertyKey> = new Set([
  'then',
  'toJSON',
  'constructor',
  'asymmetricMatch',
  'nodeType',
  '$$typeof',
]);

/**
 * Reading or writing a member that the double does not have is an error, not `undefined`: it may
 * exist in Electron.
 */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key) {
      if (!(key in object) && typeof key === 'string' && !askedOfEverything.has(key))
        throw unknownMember(name, key);
      const value: unknown = Reflect.get(object, key, object);
      return typeof value === 'function' && !isClass(value) ? bound(value, object) : value;
    },
    set(object, key, value) {
      if (!(key in object)) throw unknownMember(name, String(key));
      return Reflect.set(object, key, value, object);
    },
  });
}

const boundFunctions = new WeakMap<object, WeakMap<object, unknown>>();

/** Private fields need the real `this`; the same function stays the same value. */
function bound(method: object, object: object): unknown {
  const known = boundFunctions.get(object) ?? new WeakMap<object, unknown>();
  boundFunctions.set(object, known);
  if (!known.has(method))
    known.set(method, (method as (...args: unknown[]) => unknown).bind(object));
  return known.get(method);
}

function isClass(value: object): boolean {
  return Function.prototype.toString.call(value).startsWith('class');
}

function unknownMember(name: string, member: string): Error {
  return new Error(`the Electron double has no ${name}.${member}`);
}

type Listener = Parameters<EventEmitter['on']>[1];

/** An emitter with a fixed list of events; listening for another one throws. */
export class StrictEmitter {
  readonly #emitter = new EventEmitter();
  readonly #name: string;
  readonly #events: ReadonlySet<string>;

  constructor(name: string, events: readonly string[]) {
    this.#name = name;
    this.#events = new Set(events);
  }

  on(event: string, listener: Listener): this {
    this.#check(event, listener);
    this.#emitter.on(event, listener);
    return this;
  }

  once(event: string, listener: Listener): this {
    this.#check(event, listener);
    this.#emitter.once(event, listener);
    return this;
  }

  off(event: string, listener: Listener): this {
    this.#check(event, listener);
    this.#emitter.off(event, listener);
    return this;
  }

  emit(event: string, ...args: readonly unknown[]): boolean {
    if (!this.#events.has(event)) throw unknownMember(this.#name, `on('${event}')`);
    return this.#emitter.emit(event, ...args);
  }

  #check(event: string, listener: unknown): void {
    if (!this.#events.has(event)) throw unknownMember(this.#name, `on('${event}')`);
    if (typeof listener !== 'function')
      throw new TypeError('The "listener" argument must be of type function');
  }
}

/** Returns a preventable event in Electron's form: details are members of the event itself. */
export function preventable<T extends object>(
  details: T,
): T & { preventDefault(): void; readonly defaultPrevented: boolean } {
  let prevented = false;
  return Object.assign(
    Object.defineProperty({} as { readonly defaultPrevented: boolean }, 'defaultPrevented', {
      get: () => prevented,
    }),
    details,
    {
      preventDefault() {
        prevented = true;
      },
    },
  );
}
