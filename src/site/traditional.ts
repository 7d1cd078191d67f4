import { toTraditionalBut } from '#page/to-traditional.ts';
import type { ProtectedTerm } from '#rules/script/script-converter.ts';
import type { Script } from '#ui/script/active-script.ts';
import { scriptOf } from '#ui/script/traditional-script.ts';

/**
 * The script of a page in traditional script; loaded by such pages only. @param protectedTerms stay as they are written
 * (LG4)
 */
export const traditionalScript = (protectedTerms: readonly ProtectedTerm[]): Script =>
  scriptOf(toTraditionalBut(protectedTerms));
