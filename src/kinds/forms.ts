import { lazy, type ComponentType } from 'react';
import type { EditProps, KindForm } from '#console/editor/edition-form.ts';

/** The console's half of each kind that has a form: Form.tsx in its folder, loaded when it is first opened. */
const forms = import.meta.glob<KindForm>('./*/Form.tsx');

/** By path of its module, the editor for editions of each kind. */
export const editors: Readonly<Record<string, ComponentType<EditProps>>> = Object.fromEntries(
  Object.entries(forms).map(([path, load]) => [path, lazy(() => load().then(({ Edit }) => ({ default: Edit })))]),
);
