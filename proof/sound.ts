/** What stands for an instance without any fault where the id of a fault would stand. */
export const SOUND = 'sound';
