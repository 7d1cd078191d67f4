import {
  PublicationRefused,
  RowProblems,
  type PublicationProblem,
  type RowProblem,
} from '../../store/publication/publication-problems.ts';
import { StoreFull } from '../../db/free-space.ts';
import { errors, Refused, type ErrorName } from '../../errors.ts';
import { TransferRefused } from '../draft/transfer-refused.ts';

/** Error on its way to another thread, in which an instance of a class of ours would lose its class. */
export type CarriedError =
  | { kind: 'refused'; code: string; message: string; data: unknown }
  | { kind: 'full'; free: number }
  | { kind: 'publication'; problems: PublicationProblem[]; rows: RowProblem[] | null }
  | { kind: 'transfer'; message: string; words: string; stranger: TransferRefused['stranger'] }
  | { kind: 'other'; name: string; message: string; stack: string; code?: string; syscall?: string };

export function packError(error: unknown): CarriedError {
  if (error instanceof Refused) return { kind: 'refused', code: error.code, message: error.message, data: error.data };
  if (error instanceof StoreFull) return { kind: 'full', free: error.free };
  if (error instanceof PublicationRefused)
    return { kind: 'publication', problems: error.problems, rows: error instanceof RowProblems ? error.rows : null };
  if (error instanceof TransferRefused)
    return { kind: 'transfer', message: error.message, words: error.words, stranger: error.stranger };
  const { name = 'Error', message = String(error), stack = '', code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return {
    kind: 'other',
    name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(typeof syscall === 'string' && { syscall }),
  };
}

/** Restores the error; errors of PostgreSQL and the system have their code, which callers check. */
export function unpackError(carried: CarriedError): Error {
  switch (carried.kind) {
    case 'refused':
      return new Refused(NAMES.get(carried.code) ?? 'internal', carried.message, carried.data);
    case 'full':
      return new StoreFull(carried.free);
    case 'publication':
      return carried.rows ? new RowProblems(carried.rows, carried.problems) : new PublicationRefused(carried.problems);
    case 'transfer':
      return new TransferRefused(carried.message, carried.words, carried.stranger);
    case 'other': {
      const { kind: _kind, ...facts } = carried;
      return Object.assign(new Error(carried.message), facts);
    }
  }
}

const NAMES = new Map(Object.entries(errors).map(([name, { code }]) => [code as string, name as ErrorName]));
