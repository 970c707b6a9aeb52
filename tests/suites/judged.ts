export { idsWith, judged } from '../../proof/judged.js';
