import { lazy, type ComponentType } from 'react';
import type { EditProps, KindForm } from '#console/editor/edition-form.ts';

/** The console's half of each kind that has a form: Form.tsx in its folder, loaded when it is first opened. */
const forms = import.meta.glob<KindForm>('./*/Form.tsx');

/** By name of the kind, the editor for its editions. */
export const editors: Readonly<Record<string, ComponentType<EditProps>>> = Object.fromEntries(
  Object.entries(forms).map(([path, load]) => [
    path.split('/')[1],
    lazy(() => load().then(({ Edit }) => ({ default: Edit }))),
  ]),
);
