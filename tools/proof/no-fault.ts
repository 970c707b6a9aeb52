/** Stands for the reference without a fault where a fault id is expected. */
export const SOUND = 'sound';
