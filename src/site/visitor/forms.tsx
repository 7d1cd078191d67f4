import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { VisitorFormProps } from '#ui/visitor-forms.ts';

const ProfessionalInvestor = lazy(() =>
  import('./professional-investor/ProfessionalInvestor.tsx').then((module) => ({
    default: module.ProfessionalInvestor,
  })),
);

/** The forms that the site hands to its pages; each is fetched by the page that shows it. */
export const visitorForms: Readonly<Record<string, ComponentType<VisitorFormProps>>> = {
  'professional-investor': (props) => (
    <Suspense fallback={<Skeleton rows={8} kind="line" />}>
      <ProfessionalInvestor {...props} />
    </Suspense>
  ),
};
