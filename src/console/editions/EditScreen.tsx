import type { FoundEdition } from '#wire/edition-answers.ts';
import { EditEdition } from '../editor/EditEdition.tsx';
import { partsOf } from './edition-part.ts';
import { FeatureParts } from './FeatureParts.tsx';

const Beside = ({ edition }: { edition: FoundEdition }) => <FeatureParts beside="form" edition={partsOf(edition)} />;

/** An edition that is gone on with, with the parts of features beside its form. */
export const EditScreen = () => <EditEdition beside={Beside} />;
