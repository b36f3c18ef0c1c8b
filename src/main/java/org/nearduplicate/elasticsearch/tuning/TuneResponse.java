package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.LocalResponse;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Prints;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.PassageFigures;
import org.nearduplicate.tuning.Recommendation;
import org.nearduplicate.tuning.SampleDescription;
import org.nearduplicate.tuning.Truth;
import org.nearduplicate.tuning.Tuning;

/** The answer to a request to tune. */
final class TuneResponse extends LocalResponse {

    private final long tookMillis;
    private final SampleDescription sample;
    private final int withoutText;
    private final Objective objective;
    private final long settingsLeftOut;
    private final Tuning tuning;

    /**
     * @param withoutText the documents that were drawn for the sample and have no text
     * @param settingsLeftOut the combinations of the lists whose bands do not fit
     */
    TuneResponse(
            long tookMillis,
            SampleDescription sample,
            int withoutText,
            Objective objective,
            long settingsLeftOut,
            Tuning tuning) {
        this.tookMillis = tookMillis;
        this.sample = sample;
        this.withoutText = withoutText;
        this.objective = objective;
        this.settingsLeftOut = settingsLeftOut;
        this.tuning = tuning;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("took", tookMillis);
        builder.field("sample");
        TuneXContent.sample(builder, sample, withoutText);
        objective(builder);
        builder.startArray("best");
        for (Recommendation recommendation : tuning.recommendations()) {
            TuneXContent.recommendation(builder, recommendation);
        }
        builder.endArray();
        builder.startArray("shingles");
        for (Truth truth : tuning.truths()) {
            TuneXContent.truth(builder, truth);
        }
        builder.endArray();
        builder.field("settings_left_out", settingsLeftOut);
        builder.startArray("settings");
        for (int row = 0; row < tuning.rows().size(); row++) {
            TuneXContent.row(builder, tuning, row, objective);
        }
        builder.endArray();
        if (tuning.passages().isEmpty() == false) {
            builder.startArray(Prints.PARAMETER.name());
            for (PassageFigures figures : tuning.passages()) {
                TuneXContent.passages(builder, figures);
            }
            builder.endArray();
        }
        return builder.endObject();
    }

    private void objective(XContentBuilder builder) throws IOException {
        builder.field(Verify.PARAMETER.name(), ChoiceParameter.nameOf(objective.verify()));
        builder.field(Objective.PARAMETER.name(), ChoiceParameter.nameOf(objective.kind()));
        if (objective.verify() == Verify.EXACT) {
            builder.startObject("budgets");
            builder.field(Parameters.RECALL.name(), objective.recall());
            builder.field(CurveGoal.NOISE.name(), objective.noise());
            builder.endObject();
        }
    }
}
