import { Button } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface Props {
  to: string;
  children: string;
  /** absent: the screen's main button */
  type?: 'primary' | 'default';
  /** label for readers, where several look the same */
  label?: string;
}

/** A link that looks like a button. */
export function LinkButton({ to, children, type = 'primary', label }: Props) {
  const href = useHref(to);
  const open = useLinkClickHandler(to);
  return (
    <Button
      type={type}
      href={href}
      aria-label={label}
      onClick={(event) => open(event as React.MouseEvent<HTMLAnchorElement>)}
    >
      {children}
    </Button>
  );
}
