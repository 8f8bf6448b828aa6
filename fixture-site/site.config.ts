import type { SiteConfig } from '../contract/site-config.ts'

/**
 * The fixture site that tests build and visit: as different from the author's site as a fork can be (CONTRIBUTING.md,
 * "Tests").
 */
export const site: SiteConfig = {
  name: 'Nebelhorn',
  motto: 'Segeln, Leuchttürme und alles, was an Bord kaputtgeht.',
  origin: 'https://nebelhorn.example',
  language: 'de',
  description:
    'Ein Logbuch von der Küste: Regatten, Leuchttürme, der Bau eines kleinen Bootes und der Seefunk an Bord.',
  groups: {
    Seefahrt: 'projects',
    Ausrüstung: 'gaming',
    Werkstatt: 'about',
    Bordwissen: 'games',
    'Über mich': 'programming',
  },
  links: [{ name: 'Ergebnisliste', url: 'https://ergebnisse.example', group: 'Werkstatt' }],
  social: [{ name: 'Fediversum', url: 'https://social.example/@nebelhorn' }],
  author: 'Jule Petersen',
  colours: { sky: 215, accent: 35, about: 20 },
  securityContact: 'mailto:sicherheit@nebelhorn.example',
  app: { id: 'example.nebelhorn' },
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
