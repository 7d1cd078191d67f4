import { Button } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** A link that looks like the screen's main button. */
export function LinkButton({ to, children }: { to: string; children: string }) {
  const href = useHref(to);
  const open = useLinkClickHandler(to);
  return (
    <Button type="primary" href={href} onClick={(event) => open(event as React.MouseEvent<HTMLAnchorElement>)}>
      {children}
    </Button>
  );
}
