import { createLabelBook } from '../../src/main/labels/index.ts';
import { forkProgram } from '../../src/main/os/child-process.ts';

/** Lets its label process read a file until this process is killed. */
const [program = '', spillDir = '', path = ''] = process.argv.slice(2);
const book = createLabelBook({ startProcess: () => forkProgram(new URL(program)), spillDir });
await book.prepare(path);
