/** The icons that are needed before the application is loaded (element.ts). */
export const earlyIcons = {
  close: 'M6 6l12 12M18 6L6 18',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.01',
}
