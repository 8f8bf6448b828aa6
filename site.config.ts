import type { SiteConfig } from './contract/site-config.ts'

export const site: SiteConfig = {
  name: 'Hobohat',
  motto: 'Speedrunning, small games, PC builds and servers at home.',
  origin: 'https://hobohat.example',
  language: 'en',
  description:
    'Speedrunning, game development and hardware: Marble Blast Ultra runs, the games of Hobohat, PC builds and servers at home.',
  groups: {
    Gaming: 'gaming',
    'Game Development': 'games',
    Projects: 'projects',
    Programming: 'programming',
    'About Me': 'about',
  },
  links: [{ name: 'Marble Leaderboards', url: 'https://marbleleaderboards.example', group: 'Projects' }],
  social: [],
  author: 'Hobohat',
  securityContact: 'mailto:security@hobohat.example',
  app: { id: 'example.hobohat' },
  features: {
    accounts: true,
    comments: true,
    newsletter: true,
    push: true,
    ordering: true,
    statistics: true,
    run: true,
  },
}
