"""What goes wrong in a step of AdamW: the mistakes."""

from .core import twist

# fmt: off
MISTAKES = (
    twist("no-bias-correction", "There is no bias correction: m and v start at zero and are far "
          "too small at first. With the usual betas the first step is 3.16 times too long.",
          correct="none"),
    twist("only-m-corrected", "Only m is corrected for its start at zero, v is not.",
          correct="m only"),
    twist("only-v-corrected", "Only v is corrected for its start at zero, m is not.",
          correct="v only"),
    twist("corrected-with-next-step", "The correction uses step + 1: steps are counted from 1 "
          "already.", correct="next step"),
    twist("corrected-with-last-step", "The correction uses step - 1: at the first step it "
          "divides by zero.", correct="last step"),
    twist("corrected-as-if-first", "The correction is 1 - beta, as at the first step, at every "
          "step: the power of step is missing.", correct="first step"),
    twist("beta-times-step", "The correction uses beta * step; it is a power: beta ** step.",
          correct="times"),
    twist("correction-multiplied", "It multiplies by 1 - beta ** step; the correction divides.",
          correct="multiplied"),
    twist("corrections-swapped", "m is corrected with the second beta and v with the first.",
          correct="swapped"),
    twist("corrected-at-the-first-step-only", "m and v are corrected at the first step only.",
          correct="once"),
    twist("v-corrected-with-beta1", "v is corrected with the first beta; it has its own.",
          correct="same"),
    twist("v-corrected-twice", "v is divided by the square of its correction.",
          correct="after root"),
    twist("power-outside-the-bracket", "The correction is (1 - beta) ** step; it is "
          "1 - beta ** step.", correct="power outside"),
    twist("corrects-upside-down", "The correction factors of m and v have changed places: it "
          "multiplies where it should divide.", correct="upside down"),
    twist("decay-in-the-gradient", "The decay is added to the gradient (L2 regularisation): it "
          "goes through m and v and is scaled like a gradient. AdamW takes it off the parameter "
          "directly.", decay="in gradient"),
    twist("decay-in-the-gradient-with-lr", "The decay, times lr, is added to the gradient: AdamW "
          "takes it off the parameter directly.", decay="in gradient, lr"),
    twist("decay-twice", "The decay is in the gradient and taken off the parameter as well.",
          decay="both"),
    twist("no-decay", "weight_decay has no effect.", decay="none"),
    twist("decay-without-lr", "The decay is not multiplied by lr.", decay="no lr"),
    twist("decay-times-lr-twice", "The decay is multiplied by lr twice.", decay="lr twice"),
    twist("decay-grows", "The decay has the wrong sign: weights grow.", decay="grows"),
    twist("decay-not-in-proportion", "The decay takes off lr * weight_decay, the same from every "
          "entry; it should be in proportion to the parameter.", decay="no param"),
    twist("decay-of-the-gradient", "The decay multiplies the gradient, not the parameter.",
          decay="of gradient"),
    twist("decay-by-sign", "The decay follows the sign of the parameter only (L1).",
          decay="sign"),
    twist("decay-after-the-step", "The decay multiplies the parameter after it has moved: it "
          "should be taken off the old one, lr * weight_decay * param.", decay="after"),
    twist("decay-only", "The parameter only decays; the gradient has no effect on it.",
          decay="only"),
    twist("betas-swapped", "The two betas have changed places.", order="betas swapped"),
    twist("m-weights-swapped", "In m the weights have changed places: beta1 belongs to the old m, "
          "1 - beta1 to the gradient.", mean="swapped"),
    twist("m-adds-whole-gradient", "The gradient enters m whole; 1 - beta1 of it should.",
          mean="sum"),
    twist("no-momentum", "m is the gradient itself: the running mean is missing.",
          mean="gradient"),
    twist("m-with-beta2", "m uses the second beta.", mean="beta 2"),
    twist("m-not-updated", "The old m is used and returned: the gradient never enters it.",
          mean="old"),
    twist("m-of-squares", "The gradient is squared in m; only v averages squares.",
          mean="squared"),
    twist("m-forgets", "The old m has no part in the new one.", mean="no memory"),
    twist("v-weights-swapped", "In v the weights have changed places: beta2 belongs to the old v, "
          "1 - beta2 to the square.", square="swapped"),
    twist("v-adds-whole-square", "The squared gradient enters v whole; 1 - beta2 of it should.",
          square="sum"),
    twist("gradient-not-squared", "v averages the gradient; it should average its square.",
          square="gradient"),
    twist("v-of-absolute-values", "v averages absolute values; it should average squares.",
          square="absolute"),
    twist("v-with-beta1", "v uses the first beta.", square="beta 1"),
    twist("v-not-updated", "The old v is used and returned: the gradient never enters it.",
          square="old"),
    twist("v-never-forgets", "v adds up all squares (Adagrad) instead of averaging them.",
          square="accumulated"),
    twist("v-keeps-the-largest", "v keeps the largest gradient (Adamax) instead of averaging "
          "squares.", square="largest"),
    twist("v-of-the-mean", "v averages the square of m; it should average the square of the "
          "gradient.", square="of mean"),
    twist("factor-squared-in-v", "(1 - beta2) is squared together with the gradient.",
          square="factor squared"),
    twist("eps-inside-the-root", "eps is added inside the root; it belongs outside, where it is a "
          "floor for the root itself.", root="inside"),
    twist("root-missing", "The root of v is missing: the step is far too long or short.",
          root="none"),
    twist("no-eps", "eps is missing.", root="no eps"),
    twist("eps-fixed", "eps is 1e-8, whatever the argument says.", root="fixed"),
    twist("eps-squared", "eps is squared under the root: eps outside of it is another number.",
          root="squared"),
    twist("eps-twice", "eps is added inside the root and outside.", root="both"),
    twist("eps-as-a-bound", "eps is the least value of the root; it is added to it.",
          root="larger"),
    twist("eps-before-the-correction", "eps is added before v is corrected, so the correction "
          "changes it.", root="scaled"),
    twist("not-divided-by-root-of-v", "The step is not divided by the root of v: that is "
          "momentum, not Adam.", root="nothing"),
    twist("one-root-for-all", "It divides by the root of the mean of v; every entry has its own.",
          root="mean"),
    twist("old-averages-used", "The move uses the old m and v; the new ones are meant.",
          move="old"),
    twist("rate-falls-with-step", "The rate is divided by the root of step as well: that is "
          "Adagrad's, not AdamW's.", move="falling"),
    twist("climbs", "The step goes uphill: the sign is wrong.", move="plus"),
    twist("gradient-not-m", "The step follows the gradient, not its running mean m.",
          move="gradient"),
    twist("sign-of-m", "The step follows the sign of m only (Lion).", move="sign"),
    twist("step-upside-down", "It divides the root of v by m; it is m divided by the root.",
          move="upside down"),
    twist("lr-missing", "The step is not multiplied by lr.", order="no lr"),
    twist("change-not-parameter", "It returns the change, not the new parameter.",
          order="from zero"),
    twist("returns-corrected-averages", "It returns the corrected m and v: the running averages "
          "themselves have to be kept, or the next step corrects them again.", back="corrected"),
    twist("returns-old-averages", "It returns the old m and v: nothing is remembered.",
          after=lambda new, old: (new[0], *old[1:])),
    twist("m-and-v-swapped", "m and v come back in the wrong order.",
          after=lambda new, old: (new[0], new[2], new[1])),
    twist("parameter-last", "The parameter comes back last; it should be first.",
          after=lambda new, old: (new[1], new[2], new[0])),
    twist("parameter-only", "It returns the parameter alone; m and v are needed for the next "
          "step.", after=lambda new, old: new[0]),
    twist("returns-old-parameter", "It returns the old parameter.",
          after=lambda new, old: (old[0], *new[1:])),
    twist("averages-missing", "It returns m and v without the parameter.",
          after=lambda new, old: new[1:]),
    twist("in-float32", "It works in float32 and returns that: float64 parameters lose half of "
          "their digits.", after=lambda new, old: tuple(x.float() for x in new)),
    twist("returns-step-too", "It returns more than the parameter, m and v.",
          after=lambda new, old: (*new, None)),
)
# fmt: on
