import type { Feature } from '../define-feature.ts';

/** Programs that feed registers with a token, and rules by which that becomes public (FD1 to FD6). */
export const feeding: Feature = {
  menu: [
    { beside: '/registers', to: '/feeding', name: '程序报送', act: 'content.read' },
    { beside: '/people', to: '/feeding/tokens', name: '报送令牌', act: 'people.read' },
  ],
  help: { page: 'feeding', title: '程序报送', after: 'registers', screens: ['/feeding'] },
};
