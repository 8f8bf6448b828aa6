import type { Service } from '#contract/menu-enums.ts'

/** The services' names in headings. */
export const serviceNames: Record<Service, string> = { delivery: 'Delivery', pickup: 'Pickup' }
