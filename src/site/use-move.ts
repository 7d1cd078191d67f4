import { useCallback, useContext } from 'react';
import { UNSAFE_NavigationContext as Navigation } from 'react-router-dom';

/**
 * Moves to an address of the site, which begins with the base. The router's useNavigate also resolves relative addresses
 * and serves data routers, which the site has none of: 1.1 kB of every first load.
 */
export function useMove(): (address: string, options?: { replace?: boolean }) => void {
  const { navigator } = useContext(Navigation);
  return useCallback(
    (address, { replace = false } = {}) => (replace ? navigator.replace(address) : navigator.push(address)),
    [navigator],
  );
}
