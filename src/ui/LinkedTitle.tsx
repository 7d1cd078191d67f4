import { Phrases } from './Phrases.tsx';
import { SiteLink } from './SiteLink.tsx';

interface Props {
  title: string;
  /** site path without the base; absent: it leads nowhere */
  path?: string | undefined;
}

/** LG10: a title that breaks between words, as a link where it leads somewhere. */
export function LinkedTitle({ title, path }: Props) {
  const words = <Phrases text={title} />;
  return path ? <SiteLink path={path}>{words}</SiteLink> : words;
}
