# SPDX-License-Identifier: MIT
# Draws the records of a site: awk -v rows=300 -v seed=1 -v older=0 -f records.awk > records.csv
# Nobody's: age, pressure, glucose and smoking are drawn, and whether a patient comes back within 30 days follows from them.
function near(mean, spread) { return mean + spread * (rand() + rand() + rand() + rand() - 2) * sqrt(3) }
BEGIN {
  srand(seed)
  print "age,systolic_pressure,glucose,smoker,readmitted"
  for (r = 0; r < rows; ++r) {
    age = near(58 + older, 14)
    pressure = near(132, 17) + 0.2 * (age - 58)
    glucose = near(112, 28)
    smoker = rand() < 0.3 ? "yes" : "no"
    margin = 0.09 * (age - 60) + 0.04 * (pressure - 132) + 0.03 * (glucose - 112) + (smoker == "yes" ? 1.5 : -0.5)
    printf "%.0f,%.0f,%.0f,%s,%s\n", age, pressure, glucose, smoker, rand() < 1 / (1 + exp(-margin)) ? "yes" : "no"
  }
}
