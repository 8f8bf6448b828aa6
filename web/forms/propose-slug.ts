/** Proposes a slug for a name: "Théo's Burgers" gives "theos-burgers". */
export const proposeSlug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
