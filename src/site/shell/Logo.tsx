import type { Shell } from '#page/page-schema.ts';
import { LONGEST_NAME } from '#rules/files/logo-name.ts';

/** BR1: the firm's own mark, else one that comes with the program: a square that holds what it guards. */
export function Logo({ name, englishName, logo }: Pick<Shell['brand'], 'name' | 'englishName' | 'logo'>) {
  return (
    <span className="logo">
      {logo ? (
        <>
          <Mark {...logo} className={logo.onDark ? 'logo__mark logo__mark--day' : 'logo__mark logo__mark--plain'} />
          {logo.onDark && <Mark {...logo} src={logo.onDark} className="logo__mark logo__mark--night" />}
        </>
      ) : (
        <svg viewBox="0 0 34 34" width="34" height="34" aria-hidden="true">
          <path className="logo__frame" d="M1 1h32v32H1z" />
          <path className="logo__core" d="m17 8 9 9-9 9-9-9z" />
        </svg>
      )}
      <span className={logo?.hasName ? 'unseen' : englishName ? 'logo__words--two' : undefined}>
        <b className={name.length > LONGEST_NAME ? 'logo__long' : undefined}>{name}</b>
        {englishName && <small lang="en">{englishName}</small>}
      </span>
    </span>
  );
}

function Mark({ src, width, height, className }: { src: string; width: number; height: number; className: string }) {
  return <img src={src} width={width} height={height} alt="" className={className} />;
}
